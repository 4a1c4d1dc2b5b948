/** Rendered pictures are kept this long beside the Worker, and never served for a run that is not public. */
const KEPT_S = 3600;

const keyOf = (url: string, runId: string) => new Request(new URL(`/og/${runId}.png`, url));

export async function keptPicture(url: string, runId: string): Promise<ArrayBuffer | null> {
  const found = await caches.default.match(keyOf(url, runId));
  return found ? found.arrayBuffer() : null;
}

export function keepPicture(url: string, runId: string, png: Uint8Array<ArrayBuffer>): Promise<void> {
  const headers = { 'content-type': 'image/png', 'cache-control': `public, max-age=${KEPT_S}` };
  return caches.default.put(keyOf(url, runId), new Response(png, { headers }));
}

export async function forgetPicture(url: string, runId: string): Promise<void> {
  await caches.default.delete(keyOf(url, runId));
}
