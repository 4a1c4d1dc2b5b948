/** Paths that the results service answers, and no page. `/api` itself is a page, and a click on its link asks for its data. */
export const SERVICE_PATHS = /^\/(?:(?:api|badge|og)\/(?!__data\.json$)|oembed$|sitemap\.xml$)/;
