/**
 * Whom a request comes from, and whether over https, where proxies stand between: what they say in X-Forwarded-For and
 * X-Forwarded-Proto counts, and the same words from anybody else do not.
 */
import ipaddr from 'ipaddr.js';
import { PlainError } from './say.mjs';

/** Four decimal numbers or version 6. The library alone would also read "127.1", "0x7f.1" and the octal "010.0.0.1". */
function parseIp(text) {
  if (!ipaddr.IPv4.isValidFourPartDecimal(text) && !ipaddr.IPv6.isValid(text)) return null;
  try {
    // An address of version 4 as a socket of version 6 writes it is that address.
    return ipaddr.process(text);
  } catch {
    return null;
  }
}

/** The same address, always in the same letters. The zone of "fe80::1%eth0" is a name of this computer, and no part of it. */
const textOf = (ip) => ip.toString().split('%')[0];

/** "[2001:db8::1]" as in an address bar. */
const withoutBrackets = (text) => (text.startsWith('[') && text.endsWith(']') ? text.slice(1, -1) : text);

/** An address as proxies write it: with or without a port, and of version 6 in brackets or not. */
function parseHop(text) {
  const hop = text.trim();
  const portAt = hop.lastIndexOf(':');
  const hasPort = /^\d{1,5}$/.test(hop.slice(portAt + 1)) && (hop[portAt - 1] === ']' || hop.indexOf(':') === portAt);
  return parseIp(withoutBrackets(hasPort ? hop.slice(0, portAt) : hop));
}

/** The address that BIND_ADDRESS names. */
export function parseAddress(text) {
  const address = withoutBrackets(text.trim());
  if (parseIp(address) !== null) return address;
  throw new PlainError(
    `BIND_ADDRESS must be an address to listen on, such as 0.0.0.0, without a port, and is "${text}".`,
  );
}

/** Where a browser of this computer finds what listens there: at localhost, unless that is an address of one network alone. */
export function originOf(address, port) {
  if (address === null || address === '0.0.0.0' || address === '::') return `http://localhost:${port}`;
  return `http://${address.includes(':') ? `[${address}]` : address}:${port}`;
}

function parseNetwork(entry) {
  const [address, prefix] = entry.split(/\/(.*)/s);
  const ip = parseIp(withoutBrackets(address));
  const length = (ip?.toByteArray().length ?? 0) * 8;
  // "::ffff:10.0.0.0/104" is 10.0.0.0/8.
  const mappedBits = length === 32 && address.includes(':') ? 96 : 0;
  const bits = prefix === undefined ? length : /^\d{1,3}$/.test(prefix) ? Number(prefix) - mappedBits : -1;
  if (ip === null || bits < 0 || bits > length) {
    throw new PlainError(
      `TRUSTED_PROXIES has "${entry}", which is neither an address such as 10.0.0.2 nor a network such as 10.0.0.0/29.`,
    );
  }
  if (bits === 0) {
    throw new PlainError(`TRUSTED_PROXIES has "${entry}", which is everybody: anyone could then name any address.`);
  }
  const network = firstOf(ip, bits);
  if (textOf(network) !== textOf(ip)) {
    throw new PlainError(
      `TRUSTED_PROXIES has "${entry}": write ${textOf(ip)} for that address alone, ` +
        `or ${textOf(network)}/${bits} for the network around it.`,
    );
  }
  return [network, bits];
}

/** The first address of the network around one. */
function firstOf(ip, bits) {
  const isFour = ip.kind() === 'ipv4';
  return (isFour ? ipaddr.IPv4 : ipaddr.IPv6).networkAddressFromCIDR(`${textOf(ip)}/${bits}`);
}

/**
 * The proxies whose word on their clients counts: addresses and networks, as in "127.0.0.1, 10.0.0.0/29".
 * @param {string} text
 */
export function parseProxies(text) {
  return text
    .split(/[\s,]+/)
    .filter(Boolean)
    .map(parseNetwork);
}

const isIn = (ip, proxies) =>
  proxies.some(([network, bits]) => network.kind() === ip.kind() && ip.match(network, bits));

/**
 * Whom a request comes from: the nearest that is not one of our proxies, each of which adds who asked it at the end. Where a
 * proxy names no address ("unknown"), it is the client itself: what stands before that could be anybody's word.
 * @param {string} peer the other end of the connection
 * @param {string | undefined} forwardedFor the header X-Forwarded-For
 * @param {ReturnType<typeof parseProxies>} proxies
 */
export function clientOf(peer, forwardedFor, proxies) {
  let client = parseIp(peer);
  if (client === null) return peer;
  const hops = (forwardedFor ?? '').split(',');
  while (hops.length > 0 && isIn(client, proxies)) {
    const hop = parseHop(hops.pop());
    if (hop === null) break;
    client = hop;
  }
  return textOf(client);
}

/**
 * `https` where a proxy of ours was asked so; of several, the outermost wrote the first word.
 * @param {string} peer
 * @param {string | undefined} forwardedProto the header X-Forwarded-Proto
 * @param {ReturnType<typeof parseProxies>} proxies
 */
export function schemeOf(peer, forwardedProto, proxies) {
  const ip = parseIp(peer);
  if (ip === null || !isIn(ip, proxies)) return 'http';
  const [word] = (forwardedProto ?? '').split(',');
  return word.trim().toLowerCase() === 'https' ? 'https' : 'http';
}
