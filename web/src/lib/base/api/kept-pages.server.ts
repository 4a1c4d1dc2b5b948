/**
 * Pages that are not made twice: the answer to one address in one language, theme and width. On a server of one's own it holds as long
 * as nothing was written to the database. A deployment keeps it in Cloudflare's cache for a minute, because D1 has no name for its
 * state: its bookmark changes with each read, too. A page is kept without its nonce, each of its scripts allowed by its hash, so that
 * all who ask get the same bytes.
 */
import { version as build } from '$app/environment';

type Platform = Readonly<App.Platform> | undefined;
type Kept = NonNullable<App.Platform['kept']>;

/** A page that depends on the moment alone is at most this old. */
const KEPT_S = 60;

interface PageVariant {
  readonly url: URL;
  /** Other things that the page depends on. */
  readonly of: readonly string[];
}

const hashOf = async (text: string, algorithm = 'SHA-256') => {
  const digest = await crypto.subtle.digest(algorithm, new TextEncoder().encode(text));
  return btoa(String.fromCharCode(...new Uint8Array(digest)));
};

/** The same page for everybody: no nonce in it, and the hashes of its scripts in the policy. */
async function withoutNonce(html: string, policy: string): Promise<{ html: string; policy: string }> {
  const nonce = /'nonce-([\w+/=-]+)'/.exec(policy)?.[1];
  if (nonce === undefined) return { html, policy };
  const mark = ` nonce="${nonce}"`;
  const [, ...pieces] = html.split(mark);
  const scripts = pieces
    .filter((piece) => piece.startsWith('>'))
    .map((piece) => piece.slice(1, piece.indexOf('</script>')));
  const hashes = await Promise.all(scripts.map(async (script) => `'sha256-${await hashOf(script)}'`));
  return {
    html: html.replaceAll(mark, ''),
    policy: policy.replace(`'nonce-${nonce}'`, [...new Set(hashes)].join(' ')),
  };
}

/** A deployment makes these each time: they show single results, and those are gone as soon as they are deleted or hidden. */
const OF_RESULTS = /^\/(?:r|compare)(?:\/|$)/;

/** Where a page is kept; `null` where it is not. */
function storeOf(platform: Platform, { pathname }: URL): Kept | null {
  if (platform?.kept) return platform.kept;
  const cache = platform?.caches?.default;
  if (cache === undefined || OF_RESULTS.test(pathname)) return null;
  return { state: () => '', match: (key) => cache.match(key), put: (key, page) => cache.put(key, page) };
}

/** Under which address a page is kept. */
function keyOf(kept: Kept, { url, of }: PageVariant): string {
  const key = new URL(url);
  key.hash = '';
  key.searchParams.append('kept', [build, kept.state(), ...of].join(' '));
  return key.href;
}

function answerWith(kept: Response, request: Request): Response {
  const headers = new Headers(kept.headers);
  headers.set('cache-control', 'no-cache');
  const etag = headers.get('etag') ?? '';
  if (request.headers.get('if-none-match')?.includes(etag) !== true) return new Response(kept.body, { headers });
  void kept.body?.cancel();
  const named = ['etag', 'cache-control', 'vary'].map((name): [string, string] => [name, headers.get(name) ?? '']);
  return new Response(null, { status: 304, headers: named });
}

/** Whether an answer is the same for whoever asks next. */
const isSame = (response: Response) =>
  response.status === 200 &&
  !response.headers.has('set-cookie') &&
  response.headers.get('content-type')?.startsWith('text/html') === true;

async function keep(cache: Kept, key: string, response: Response): Promise<void> {
  const headers = new Headers(response.headers);
  const { html, policy } = await withoutNonce(await response.text(), headers.get('content-security-policy') ?? '');
  headers.set('content-security-policy', policy);
  headers.set('etag', `"${await hashOf(html, 'SHA-1')}"`);
  for (const name of ['content-length', 'x-sveltekit-page']) headers.delete(name);
  // For the cache alone: who asks is told to ask again.
  headers.set('cache-control', `max-age=${KEPT_S}`);
  await cache.put(key, new Response(html, { headers }));
}

interface Wanted {
  readonly platform: Platform;
  readonly request: Request;
  readonly kept: Kept;
  readonly key: string;
}

async function find({ kept, key, request }: Wanted): Promise<Response | undefined> {
  const page = await kept.match(key);
  return page && answerWith(page, request);
}

/** @param finish is called when the page is kept, or will not be */
async function findOrMake(
  wanted: Wanted,
  make: () => Promise<Response>,
  finish: () => void = () => undefined,
): Promise<Response> {
  let response: Response;
  try {
    const found = await find(wanted);
    if (found) {
      finish();
      return found;
    }
    response = await make();
  } catch (error) {
    finish();
    throw error;
  }
  if (!isSame(response) || response.body === null) {
    finish();
    return response;
  }
  response.headers.set('cache-control', 'no-cache');
  const [body, copy] = response.body.tee();
  const whenKept = keep(wanted.kept, wanted.key, new Response(copy, response))
    // Nothing is lost: the next who asks makes it.
    .catch(() => undefined)
    .finally(finish);
  wanted.platform?.ctx?.waitUntil(whenKept);
  return new Response(body, response);
}

/** The pages that are being made: who asks meanwhile waits for them. */
const beingMade = new Map<string, Promise<void>>();

/**
 * The kept page, or the one that `make` makes, which is kept then.
 * @param variant `null`: the page is nobody else's
 */
export async function keptOr(
  platform: Platform,
  request: Request,
  variant: PageVariant | null,
  make: () => Promise<Response>,
): Promise<Response> {
  const kept = variant !== null && request.method === 'GET' ? storeOf(platform, variant.url) : null;
  if (variant === null || kept === null) return make();
  const wanted = { platform, request, kept, key: keyOf(kept, variant) };
  // In a deployment no request may wait for what another does.
  if (platform?.kept === undefined) return findOrMake(wanted, make);
  const { key } = wanted;
  const earlier = beingMade.get(key);
  if (earlier !== undefined) {
    await earlier;
    return (await find(wanted)) ?? make();
  }
  // Nothing is waited for before this, so that of several who ask at once one makes it.
  let end = (): void => undefined;
  beingMade.set(key, new Promise((resolve) => (end = resolve)));
  return findOrMake(wanted, make, () => {
    beingMade.delete(key);
    end();
  });
}
