/**
 * The server for people: the site's files and pages, and the results service, in one process. Nothing else answers: what is not
 * a file of the build goes to the routes of the site, and the paths of the service to the service.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { getRequest, setResponse } from '@sveltejs/kit/node';
import { SERVICE_PATHS } from '../../web/src/service-paths.ts';
import { networkOf, Places } from '../../worker-api/node/service.ts';
import { compress } from './compress.mjs';
import { clientOf, schemeOf } from './proxies.mjs';
import { PlainError } from './say.mjs';

/** Said by proxies and runtimes, not by clients: the service counts budgets and peers by them. */
const NOT_FROM_CLIENTS = /^(?:cf|mf|x-forwarded)-|^(?:forwarded|x-real-ip)$/;

const isForService = ({ url }) => SERVICE_PATHS.test(url.split('?', 1)[0]);

/** The path and query that a request line asks for, which may name the site, too (RFC 9112, 3.2.2); `null`: none of a site. */
function targetOf(url) {
  if (url.startsWith('/')) return url;
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) return null;
  const { pathname, search } = new URL(url);
  return pathname + search;
}

/** Methods that nobody answers, and of which there can be no request within this program. */
const NEVER = new Set(['TRACE', 'CONNECT', 'TRACK']);

/** More than any body that the service takes, which has limits of its own and says so. */
const MAX_BODY_BYTES = 2 ** 21;
/** Who sends slowly keeps nobody else from being answered, but a socket open. */
const LIMITS = { maxHeaderSize: 16 * 1024, headersTimeout: 15_000, requestTimeout: 60_000, keepAliveTimeout: 65_000 };
const LAST_ANSWERS_MS = 2000;
/** Who takes nothing of an answer for so long is not waited for: it lies in memory, and its file and connection stay open. */
const STALLED_MS = 60_000;

const HOST = /^(?<name>[\w.-]{1,253}|\[[\da-f:.]{2,45}\])(?::\d{1,5})?$/i;
/** The names by which a page reaches its own computer: another one that leads here is somebody's who bends a name to it. */
const OWN_NAMES = new Set(['localhost', '127.0.0.1', '[::1]']);
const LOOPBACK = '127.0.0.1';

function refuse(response, status, sentence) {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' });
  response.end(`${sentence}\n`);
}

/** Whether a request may be meant for this server. */
function isForUs(named, isPrivate) {
  const name = HOST.exec(named ?? '')?.groups.name;
  if (name === undefined || !URL.canParse(`http://${named}/`)) return false;
  return !isPrivate || OWN_NAMES.has(name.toLowerCase());
}

/** The sender by the last request of a connection, and who that is: most connections say the same each time. */
const knownSenders = new WeakMap();

/** Whom a request comes from, and how it was asked. */
function senderOf({ socket, headers }, proxies) {
  const { 'x-forwarded-for': forwardedFor, 'x-forwarded-proto': forwardedProto } = headers;
  const known = knownSenders.get(socket);
  if (known !== undefined && known.forwardedFor === forwardedFor && known.forwardedProto === forwardedProto)
    return known;
  const peer = socket.remoteAddress ?? '';
  const client = clientOf(peer, forwardedFor, proxies);
  const scheme = schemeOf(peer, forwardedProto, proxies);
  const sender = { forwardedFor, forwardedProto, client, network: networkOf(client), scheme };
  knownSenders.set(socket, sender);
  return sender;
}

/** A request that only reads has no body, and nothing to be told of when its reader goes away. */
async function webRequestOf(request, base) {
  const { method, headers, url } = request;
  if (method !== 'GET' && method !== 'HEAD') return getRequest({ request, base, bodySizeLimit: MAX_BODY_BYTES });
  return new Request(base + url, { method, headers: Object.entries(headers) });
}

/** Reads that are made at once: they share one processor, so that more would be no quicker and keep who comes next waiting. */
const READS_AT_ONCE = 2;

/**
 * @param {object} options
 * @param {string | null} options.address where it listens; `null`: only this computer reaches it
 * @param {number} options.port
 * @param {ReturnType<typeof import('./proxies.mjs').parseProxies>} options.proxies whose word on their clients counts
 * @param {{ fetch(request: Request): Promise<Response> }} options.service
 * @param {{ serveFile: Function, answer(request: Request, client: string): Promise<Response> } | null} options.site
 * @param {number} [options.stalledMs] for tests
 * @returns {Promise<() => Promise<void>>} ends it, when the last answers are sent
 */
export async function serve({ address, port, proxies, service, site, stalledMs = STALLED_MS }) {
  // Behind a proxy on this computer the name is the proxy's.
  const isPrivate = address === null && proxies.length === 0;

  async function answer(request, response) {
    const { client, scheme } = senderOf(request, proxies);
    const base = `${scheme}://${request.headers.host}`;
    for (const name of Object.keys(request.headers)) if (NOT_FROM_CLIENTS.test(name)) delete request.headers[name];
    request.headers['cf-connecting-ip'] = client;
    const webRequest = await webRequestOf(request, base);
    const webResponse = await (site === null || isForService(request)
      ? service.fetch(webRequest)
      : site.answer(webRequest, client));
    await setResponse(response, await compress(webRequest, webResponse));
  }

  function fail(request, response, error) {
    // Who broke off is told nothing, and nothing has failed.
    if (request.destroyed && !request.complete) return response.destroy();
    const status = error?.status ?? 500;
    if (status >= 500) console.error(JSON.stringify({ at: 'server', message: String(error?.message ?? error) }));
    if (response.headersSent) response.destroy();
    else refuse(response, status, status >= 500 ? 'The server failed.' : 'The request cannot be read.');
  }

  const places = new Places(READS_AT_ONCE);
  const isRead = ({ method }) => method === 'GET' || method === 'HEAD';
  function answerIfThere(request, response) {
    // Nothing is made for who has gone away meanwhile.
    const work = async () => response.destroyed || answer(request, response);
    // Who sends slowly takes no place of those who read.
    return isRead(request) ? places.take(senderOf(request, proxies).network, work) : work();
  }

  async function handle(request, response) {
    const target = targetOf(request.url);
    if (!isForUs(request.headers.host, isPrivate)) return refuse(response, 421, 'There is no such site here.');
    if (NEVER.has(request.method)) return refuse(response, 405, 'Nothing here answers that.');
    if (target === null) return refuse(response, 400, 'The request cannot be read.');
    request.url = target;
    if (site === null || isForService(request) || !isRead(request)) return answerIfThere(request, response);
    let whenAnswered;
    site.serveFile(request, response, () => (whenAnswered = answerIfThere(request, response)));
    return whenAnswered;
  }

  /** Who writes many requests at once on one connection has them answered one after the other. */
  const lastOf = new WeakMap();
  const server = createServer(LIMITS, (request, response) => {
    const { socket } = request;
    // The rest of a body that was refused would keep the next request on this connection waiting, which may be of somebody else.
    response.once('finish', () => request.complete || request.removeAllListeners('data').resume());
    const turn = (lastOf.get(socket) ?? Promise.resolve())
      .then(() => handle(request, response))
      // Whatever is asked for, this program goes on, and so does the connection.
      .catch((error) => fail(request, response, error));
    lastOf.set(socket, turn);
  });
  server.timeout = stalledMs;
  server.listen(port, address ?? LOOPBACK);
  await once(server, 'listening').catch(({ message }) => {
    throw new PlainError(`The site cannot listen at ${address ?? LOOPBACK}, port ${port} (${message}).`);
  });
  return async () => {
    server.close();
    server.closeIdleConnections();
    setTimeout(() => server.closeAllConnections(), LAST_ANSWERS_MS).unref();
    await once(server, 'close');
  };
}
