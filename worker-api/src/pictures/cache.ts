import { SPOKEN, type Spoken } from '../figures/languages.ts';

/** Rendered pictures are kept this long beside the Worker, and never served for a run that is not public. */
const KEPT_S = 3600;

const keyOf = (url: string, runId: string, language: Spoken) =>
  new Request(new URL(`/og/${runId}.png?lang=${language}`, url));

export async function keptPicture(url: string, runId: string, language: Spoken): Promise<ArrayBuffer | null> {
  const found = await caches.default.match(keyOf(url, runId, language));
  return found ? found.arrayBuffer() : null;
}

export function keepPicture(url: string, runId: string, language: Spoken, png: Uint8Array<ArrayBuffer>): Promise<void> {
  const headers = { 'content-type': 'image/png', 'cache-control': `public, max-age=${KEPT_S}` };
  return caches.default.put(keyOf(url, runId, language), new Response(png, { headers }));
}

/** In every language. */
export async function forgetPicture(url: string, runId: string): Promise<void> {
  const languages = Object.keys(SPOKEN) as Spoken[];
  await Promise.all(languages.map((language) => caches.default.delete(keyOf(url, runId, language))));
}
