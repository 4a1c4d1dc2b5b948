/** Compresses what people read as text, as Cloudflare does before a deployment; files of the build are compressed by the build. */
import { promisify } from 'node:util';
import { brotliCompress, constants, createGzip, gzip } from 'node:zlib';
import { pipeline, Readable } from 'node:stream';
import { LRUCache } from 'lru-cache';

const TEXT = /^(?:text\/|application\/(?:[\w.-]+\+)?(?:json|xml)|image\/svg)/;
const MIN_BYTES = 1024;
/** For answers that are asked for again and again: a kept page is compressed once. */
const MAX_KEPT_BYTES = 6 * 2 ** 20;

/** Brotli at this quality is as quick as gzip, and smaller. */
const COMPRESS = {
  br: (bytes) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: promisify(gzip),
};

const BYTES_PER_LETTER = 2;

/** Who asks for the same while it is compressed waits for that. */
const kept = new LRUCache({
  maxSize: MAX_KEPT_BYTES,
  sizeCalculation: ({ byteLength }, key) => byteLength + BYTES_PER_LETTER * key.length,
  // Who waits has it all the same where it has lost its place meanwhile.
  ignoreFetchAbort: true,
  fetchMethod: (_key, _stale, { context: { encoding, bytes } }) => COMPRESS[encoding](bytes),
});

/** Whether it accepts an encoding without saying that it does so unwillingly (`q=0`). */
const accepts = (header, encoding) =>
  new RegExp(`(?:^|,) *${encoding} *(?:;(?! *q=0(?:\\.0+)? *(?:,|$))|,|$)`).test(header);

/**
 * An answer as its reader takes it.
 * @param {Request} request
 * @param {Response} response
 */
export async function compress(request, response) {
  const { status, headers, body } = response;
  const isText = TEXT.test(headers.get('content-type') ?? '');
  if (body === null || status !== 200 || !isText || headers.has('content-encoding')) return response;
  const varying = new Headers(headers);
  varying.append('vary', 'Accept-Encoding');
  const header = request.headers.get('accept-encoding') ?? '';
  const etag = headers.get('etag');
  // A page that is made just now comes in pieces, the first of which must not wait for the last: gzip alone.
  const encoding = (etag === null ? ['gzip'] : ['br', 'gzip']).find((one) => accepts(header, one));
  if (encoding === undefined || request.method === 'HEAD') return new Response(body, { status, headers: varying });
  if (etag === null) {
    varying.set('content-encoding', encoding);
    varying.delete('content-length');
    // Both end with either: a page that breaks off, and a reader that goes away.
    const pieces = pipeline(Readable.fromWeb(body), createGzip({ flush: constants.Z_SYNC_FLUSH }), () => undefined);
    return new Response(Readable.toWeb(pieces), { status, headers: varying });
  }
  const bytes = await response.arrayBuffer();
  if (bytes.byteLength < MIN_BYTES) return new Response(bytes, { status, headers: varying });
  varying.set('content-encoding', encoding);
  varying.delete('content-length');
  // The same answer in other bytes.
  varying.set('etag', etag.startsWith('W/') ? etag : `W/${etag}`);
  const compressed = await kept.fetch(`${encoding} ${request.url} ${etag}`, { context: { encoding, bytes } });
  return new Response(compressed, { status, headers: varying });
}
