/** The site on Node.js: its files, and its pages as Kit renders them, with the results service behind the paths of that. */
import { createReadStream, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import sirv from 'sirv';

/** An address, by which modules are imported: Windows takes the drive letter of a path for a scheme. */
const BUILD = new URL('../.svelte-kit/', import.meta.url);
const FILES = join(import.meta.dirname, '../.svelte-kit/node/client');
const YEAR_S = 31_536_000;

/** The headers that `_headers` has for every static file; on Cloudflare the file itself is read. */
function headersOfFiles() {
  const lines = readFileSync(join(import.meta.dirname, '../_headers'), 'utf8').split('\n');
  return lines
    .slice(lines.indexOf('/*') + 1)
    .filter((line) => line.startsWith('  '))
    .map((line) => line.split(/: (.*)/, 2).map((part) => part.trim()));
}

/**
 * Serves the files that are in a folder now.
 * @param {string} folder
 * @param {(response: import('node:http').ServerResponse, path: string) => void} setHeaders
 * @returns {Site['serveFile']}
 */
export function filesIn(folder, setHeaders) {
  const sendFile = sirv(folder, { etag: true, brotli: true, gzip: true, setHeaders });
  return (request, response, next) => {
    // The files are small, and the library takes ranges for granted: one that ends before it begins would end this program.
    delete request.headers.range;
    response.once('pipe', (file) => {
      // Nor does it expect that a file cannot be opened: it is gone since another build, or too many are open.
      file.once('error', (error) => response.destroy(error));
      // Nor that a reader goes away before the end: the file would stay open as long as this program.
      response.once('close', () => file.destroy());
    });
    sendFile(request, response, next);
  };
}

/**
 * @typedef {object} Site
 * @property {(request: import('node:http').IncomingMessage, response: import('node:http').ServerResponse, next: () => void) => void} serveFile
 * answers with a file, or calls `next` where none has that name
 * @property {(request: Request, client: string) => Promise<Response>} answer answers with a page, or for the service
 */

/**
 * @param {{ fetch(request: Request): Promise<Response>, context?: object, kept?: object }} api the results service
 * @returns {Promise<Site>}
 */
export async function openSite(api) {
  const { Server } = await import(new URL('output/server/index.js', BUILD).href);
  const { manifest } = await import(new URL('node/manifest.js', BUILD).href);
  const server = new Server(manifest);
  await server.init({ env: {}, read: (file) => Readable.toWeb(createReadStream(join(FILES, file))) });
  const headers = headersOfFiles();
  const immutable = `/${manifest.appPath}/immutable/`;
  const serveFile = filesIn(FILES, (response, path) => {
    for (const [name, value] of headers) response.setHeader(name, value);
    const lifetime = path.startsWith(immutable) ? `immutable, max-age=${YEAR_S}` : 'max-age=0, must-revalidate';
    response.setHeader('cache-control', `public, ${lifetime}`);
  });
  const platform = { env: { API: api }, ctx: api.context, kept: api.kept };
  return {
    serveFile,
    answer: (request, client) => server.respond(request, { platform, getClientAddress: () => client }),
  };
}
