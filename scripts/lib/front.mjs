/**
 * Stands before the local service where others reach it, and tells it whom a request comes from and whether over https: the
 * service counts votes and quotas by networks, its pages name their own address, and both believe the headers in which
 * Cloudflare would say so. Here no client may send those headers itself.
 */
import { once } from 'node:events';
import { createServer, request as send } from 'node:http';
import { BlockList, isIP } from 'node:net';
import { PlainError } from './say.mjs';

/** The address that BIND_ADDRESS names. */
export function parseAddress(text) {
  if (isIP(text) !== 0) return text;
  throw new PlainError(`BIND_ADDRESS must be an address to listen on, such as 0.0.0.0, and is "${text}".`);
}

const familyOf = (address) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** An address of version 4 as a socket of version 6 writes it, and with or without a port. */
const plainAddress = (text) => text.trim().replace(/^::ffff:(?=\d+\.)/i, '');

/**
 * The proxies whose word on their clients counts: addresses and networks, as in "127.0.0.1, 10.0.0.0/8".
 * @param {string} text
 */
export function parseProxies(text) {
  const list = new BlockList();
  for (const entry of text.split(/[\s,]+/).filter(Boolean)) {
    const [address, prefix] = entry.split('/');
    const bits = Number(prefix ?? (isIP(address) === 6 ? 128 : 32));
    const isNetwork =
      isIP(address) !== 0 && Number.isInteger(bits) && bits >= 0 && bits <= (isIP(address) === 6 ? 128 : 32);
    if (!isNetwork) {
      throw new PlainError(
        `TRUSTED_PROXIES has "${entry}", which is neither an address nor a network such as 10.0.0.0/8.`,
      );
    }
    list.addSubnet(address, bits, familyOf(address));
  }
  return list;
}

/**
 * Whom a request comes from: the nearest that is not one of our proxies, each of which adds who asked it at the end.
 * @param {string} peer the other end of the connection
 * @param {string | undefined} forwardedFor the header X-Forwarded-For
 * @param {BlockList} proxies
 */
export function clientOf(peer, forwardedFor, proxies) {
  let client = plainAddress(peer);
  for (const address of (forwardedFor ?? '').split(',').map(plainAddress).reverse()) {
    if (!proxies.check(client, familyOf(client)) || isIP(address) === 0) break;
    client = address;
  }
  return client;
}

/** `https` where a proxy of ours was asked so; of several, the outermost wrote the first word. */
export function schemeOf(peer, forwardedProto, proxies) {
  const client = plainAddress(peer);
  const isTrusted = proxies.check(client, familyOf(client));
  return isTrusted && /^\s*https\b/i.test(forwardedProto ?? '') ? 'https' : 'http';
}

/** Said by proxies and runtimes, not by clients. */
const NOT_FROM_CLIENTS = /^(?:cf|mf|x-forwarded)-|^(?:forwarded|x-real-ip)$/;

/**
 * Listens at `host`:`port` and passes everything on to the service at `innerPort` of this computer.
 * @returns {Promise<() => void>} ends it
 */
export async function serveFront({ host, port, innerPort, proxies }) {
  const server = createServer((request, response) => {
    const peer = request.socket.remoteAddress ?? '';
    const client = clientOf(peer, request.headers['x-forwarded-for'], proxies);
    const scheme = schemeOf(peer, request.headers['x-forwarded-proto'], proxies);
    const forwardedHeaders = Object.entries(request.headers).filter(([name]) => !NOT_FROM_CLIENTS.test(name));
    const headers = {
      ...Object.fromEntries(forwardedHeaders),
      'cf-connecting-ip': client,
      'cf-visitor': JSON.stringify({ scheme }),
    };
    const { method, url: path } = request;
    const innerRequest = send({ host: '127.0.0.1', port: innerPort, method, path, headers }, (answer) => {
      response.writeHead(answer.statusCode, answer.headers);
      answer.pipe(response);
    });
    innerRequest.once('error', () => {
      if (!response.headersSent) response.writeHead(502);
      response.end();
    });
    response.once('close', () => innerRequest.destroy());
    request.pipe(innerRequest);
  });
  server.listen(port, host);
  await once(server, 'listening');
  return () => {
    server.close();
    server.closeAllConnections();
  };
}
