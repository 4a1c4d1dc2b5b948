import { build, files, version } from '$service-worker';
import { SERVICE_PATHS } from '../service-paths.ts';
import { isPageKept, pageKey, PAGES } from './pages.ts';

const worker = globalThis as unknown as ServiceWorkerGlobalScope;

/** One cache a version: what is in it belongs together. */
const CACHE = `opfsmark-${version}`;
const openCache = () => caches.open(CACHE);
/** Databases are larger than everything else together and needed by two families: each is kept once it has been used. */
const LARGE = /\/(?:sqlite3|wa-sqlite|duckdb)[^/]*\.(?:wasm|js|gz)$/;
const ASSETS = [...build, ...files.filter((path) => path !== '/robots.txt')].filter((path) => !LARGE.test(path));
const ASSET_PATHS: ReadonlySet<string> = new Set([...build, ...files]);
/** Of any version: a page that comes from a newer one is kept here before that one's worker has taken over, and needs its parts. */
const IMMUTABLE = '/_app/immutable/';
const isAsset = (path: string) => ASSET_PATHS.has(path) || path.startsWith(IMMUTABLE);

/** Fresh from the server: pages name the files of their version. Their headers, isolation among them, are kept too. */
async function keepPages(): Promise<void> {
  const cache = await openCache();
  await cache.addAll(PAGES.map((path) => new Request(path, { cache: 'reload', credentials: 'same-origin' })));
}

worker.addEventListener('install', (event) => {
  event.waitUntil(
    openCache().then(async (cache) => {
      await cache.addAll(ASSETS);
      await keepPages();
    }),
  );
});

worker.addEventListener('activate', (event) => {
  event.waitUntil(
    caches.keys().then(async (names) => {
      await Promise.all(
        names.filter((name) => name.startsWith('opfsmark-') && name !== CACHE).map((name) => caches.delete(name)),
      );
      await worker.clients.claim();
    }),
  );
});

/** A new version waits until the page asks for it, or until no page is left. */
worker.addEventListener('message', (event) => {
  if (event.data === 'take-over') void worker.skipWaiting();
});

/** An answer that is kept from now on; where there is no room for it, whoever asked has it all the same. */
async function keptAnswer(key: string | Request, response: Response): Promise<Response> {
  const copy = response.clone();
  await openCache()
    .then((cache) => cache.put(key, copy))
    .catch(() => undefined);
  return response;
}

async function asset(request: Request): Promise<Response> {
  const cachedResponse = await caches.match(request, { ignoreSearch: true, ignoreVary: true });
  if (cachedResponse) return cachedResponse;
  const response = await fetch(request);
  return response.ok ? keptAnswer(request, response) : response;
}

/** From the network while there is one, so that language, theme and version are of now. */
async function page(request: Request, url: URL): Promise<Response> {
  const key = pageKey(url);
  try {
    const response = await fetch(request);
    return response.ok && key !== null && isPageKept(url) ? await keptAnswer(key, response) : response;
  } catch (error) {
    const cachedResponse = await caches.match(key ?? '/offline', { ignoreVary: true });
    if (cachedResponse) return cachedResponse;
    throw error;
  }
}

/** Another language was chosen: what is kept speaks the former one. Without a network it stays. */
async function inLanguage(event: FetchEvent, url: URL): Promise<Response> {
  const { request } = event;
  const response = await (request.mode === 'navigate' ? page(request, url) : fetch(request));
  event.waitUntil(keepPagesIn(url.searchParams.get('lang')).catch(() => undefined));
  return response;
}

async function keepPagesIn(language: string | null): Promise<void> {
  const offlinePage = await (await caches.match('/offline', { ignoreVary: true }))?.text();
  if (offlinePage !== undefined && !offlinePage.includes(`<html lang="${language}"`)) await keepPages();
}

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  // Answers of the service are its own business: how long they hold stands in their headers.
  if (request.method !== 'GET' || url.origin !== worker.location.origin || SERVICE_PATHS.test(url.pathname)) return;
  if (isAsset(url.pathname)) event.respondWith(asset(request));
  else if (url.searchParams.has('lang')) event.respondWith(inLanguage(event, url));
  else if (request.mode === 'navigate') event.respondWith(page(request, url));
});
