/** Paths that the results service answers, and no page. `/api` itself is a page. */
export const SERVICE_PATHS = /^\/(?:(?:api|badge|og)\/|oembed$|sitemap\.xml$)/;
