import { respelledPath } from '@opfsmark/schema/api';
import { parametersOfPlanJson } from '@opfsmark/schema/families';
import { redirect, type Handle, type HandleServerError, type RequestEvent } from '@sveltejs/kit';
import { keptOr } from '$lib/base/api/kept-pages.server.ts';
import { forward } from '$lib/base/api/read.server.ts';
import { isLanguage, negotiate } from '$lib/base/i18n/languages.ts';
import { datasetMarkup } from '$lib/features/api-docs/document.ts';
import { meantAddress } from '$lib/features/site/typed-addresses.ts';
import { isFromPhone } from '$lib/features/run/address.ts';
import { isTheme, PREFERENCE_COOKIE } from '$lib/features/site/theme.ts';
import { SERVICE_PATHS } from './service-paths.ts';

/** On everything this Worker answers; `_headers` says the same for static files. */
const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
};

const NO_PAGE_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** An address that names a group is known only to those whom it was given: it goes into no header and no search engine. */
const UNLISTED_HEADERS: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
};
const namesGroup = ({ pathname, searchParams }: URL) => /^\/(?:g|versus)\//.test(pathname) || searchParams.has('group');

function secured(response: Response, status = response.status): Response {
  // Answers through a service binding have immutable headers.
  const { body, headers } = response;
  const copy = new Response(body, { status, headers });
  for (const [name, value] of Object.entries(SECURITY_HEADERS)) copy.headers.set(name, value);
  if (!copy.headers.has('content-security-policy')) copy.headers.set('content-security-policy', NO_PAGE_POLICY);
  return copy;
}

/** `/?plan={...}`: a plan as a program has it. Its page has the readable address, which can be shared and changed. */
function readableAddress(url: URL): string | null {
  const plan = url.pathname === '/' ? url.searchParams.get('plan') : null;
  const parameters = plan === null ? null : parametersOfPlanJson(plan);
  if (!parameters) return null;
  for (const [name, value] of url.searchParams) if (name !== 'plan') parameters.append(name, value);
  return `/?${parameters}`;
}

/** A proxy may have room for 4 KiB of headers, as nginx does unless it is told otherwise, and others need a quarter of it. */
const MAX_LINK_BYTES = 2900;

/** The files that a page loads, in no word more than needed; the last ones are found by what imports them, where they do not fit. */
function fittingLinks(links: string): string {
  const short = links.replaceAll('; nopush', '').replaceAll('"', '').replaceAll('; ', ';').replaceAll(', ', ',');
  return short.length <= MAX_LINK_BYTES ? short : short.slice(0, short.lastIndexOf(',', MAX_LINK_BYTES));
}

async function makePage(event: RequestEvent, resolve: Parameters<Handle>[0]['resolve']): Promise<Response> {
  const answer = await resolve(event, {
    transformPageChunk: ({ html }) =>
      html
        .replace('%lang%', event.locals.language)
        .replace('%theme%', event.locals.theme ?? 'system')
        .replace('</head>', event.url.pathname === '/api' ? `${datasetMarkup(event.url.origin)}</head>` : '</head>'),
  });
  // A navigation within the site asks for data, which it has.
  const response = event.locals.isMissing && !event.isDataRequest ? secured(answer, 404) : secured(answer);
  const links = response.headers.get('link');
  if (links !== null) response.headers.set('link', fittingLinks(links));
  if (namesGroup(event.url))
    for (const [name, value] of Object.entries(UNLISTED_HEADERS)) response.headers.set(name, value);
  response.headers.append('vary', 'Accept-Language, Cookie, Sec-CH-UA-Mobile, User-Agent');
  return response;
}

const LANGUAGE_COOKIE = { ...PREFERENCE_COOKIE, httpOnly: false };

export const handle: Handle = async ({ event, resolve }) => {
  if (SERVICE_PATHS.test(event.url.pathname)) return forward(event.platform, event.request);

  const correctPath = respelledPath(event.url.pathname);
  if (correctPath !== null) redirect(308, `${correctPath}${event.url.search}`);

  const readableUrl = readableAddress(event.url);
  if (readableUrl !== null) redirect(307, readableUrl);
  const intendedUrl = meantAddress(event.url);
  if (intendedUrl !== null) redirect(308, intendedUrl);

  const requestedLanguage = event.url.searchParams.get('lang');
  const cookieLanguage = event.cookies.get('lang');
  event.locals.language = isLanguage(requestedLanguage)
    ? requestedLanguage
    : isLanguage(cookieLanguage)
      ? cookieLanguage
      : negotiate(event.request.headers.get('accept-language'));
  const theme = event.cookies.get('theme');
  event.locals.theme = isTheme(theme) ? theme : null;

  // A group is not kept, nor an answer to who may be the only one that must see his own upload.
  const isOwn = namesGroup(event.url) || event.isDataRequest || event.url.searchParams.has('bookmark');
  const { language, theme: chosenTheme } = event.locals;
  const variant = isOwn
    ? null
    : { url: event.url, of: [language, chosenTheme ?? 'system', isFromPhone(event.request) ? 'phone' : ''] };
  const response = await keptOr(event.platform, event.request, variant, () => makePage(event, resolve));
  if (!isLanguage(requestedLanguage) || requestedLanguage === cookieLanguage) return response;
  // Not of the page, which would then be nobody else's.
  const headers = new Headers(response.headers);
  headers.append('set-cookie', event.cookies.serialize('lang', requestedLanguage, LANGUAGE_COOKIE));
  return new Response(response.body, { status: response.status, headers });
};

/** One line per mistake of ours. An address at which there is nothing is none. */
export const handleError: HandleServerError = ({ error, event, status, message }) => {
  if (status >= 500) {
    const { name, message: text } = error instanceof Error ? error : { name: 'unknown', message: String(error) };
    console.error(JSON.stringify({ at: 'page', name, message: text, route: event.route.id }));
  }
  return { message };
};
