import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, it } from 'vitest';
import { needFreePort } from '../lib/port.mjs';
import { clientOf, originOf, parseAddress, parseProxies, schemeOf } from '../lib/proxies.mjs';

const noProxies = parseProxies('');
const ownProxies = parseProxies('127.0.0.1, 10.0.0.2 ::ffff:10.0.1.0/125, 2001:db8:5::/48');

it.each([
  ['the other end, whatever it says of itself', '203.0.113.7', '198.51.100.1', ownProxies, '203.0.113.7'],
  ['the other end where no proxy is trusted', '10.0.0.2', '198.51.100.1', noProxies, '10.0.0.2'],
  ['whom a trusted proxy names', '10.0.0.2', '198.51.100.1', ownProxies, '198.51.100.1'],
  ['a neighbour of the proxy, not whom that one names', '10.0.0.2', '1.2.3.4, 10.0.0.9', ownProxies, '10.0.0.9'],
  ['a neighbour that asks directly, not whom it names', '10.0.0.9', '1.2.3.4', ownProxies, '10.0.0.9'],
  ['the nearest that is no proxy of ours', '127.0.0.1', '1.2.3.4, 198.51.100.1, 10.0.1.7', ownProxies, '198.51.100.1'],
  ['a proxy that names nobody', '10.0.0.2', undefined, ownProxies, '10.0.0.2'],
  ['a proxy whose header is empty', '10.0.0.2', '', ownProxies, '10.0.0.2'],
  ['a proxy that names no address, not whom others name', '10.0.0.2', '1.2.3.4, unknown', ownProxies, '10.0.0.2'],
  [
    'the nearest, whatever a client wrote before it',
    '10.0.0.2',
    '<x>, 1.2.3.4.5, 198.51.100.1',
    ownProxies,
    '198.51.100.1',
  ],
  ['an address with a port', '10.0.0.2', '198.51.100.1:5678', ownProxies, '198.51.100.1'],
  ['an address in brackets', '10.0.0.2', '[2001:db8::1]', ownProxies, '2001:db8::1'],
  ['an address in brackets with a port', '10.0.0.2', '[2001:DB8:0::1]:443', ownProxies, '2001:db8::1'],
  ['version 4 on sockets of version 6', '::ffff:10.0.0.2', '::ffff:198.51.100.1', ownProxies, '198.51.100.1'],
  ['version 4 in brackets, written in hexadecimal', '10.0.0.2', '[::ffff:c633:6401]:80', ownProxies, '198.51.100.1'],
  [
    'version 6 behind a network of proxies',
    '2001:db8:5::1',
    '2001:4860::8, 2001:db8:5:9::2',
    ownProxies,
    '2001:4860::8',
  ],
  ['an address without the zone of this computer', 'fe80::1%eth0', undefined, ownProxies, 'fe80::1'],
  ['a proxy, where an address is octal', '10.0.0.2', '010.0.0.1', ownProxies, '10.0.0.2'],
  ['a connection that is gone', '', '198.51.100.1', ownProxies, ''],
])('a request comes from %s', (_, peer, header, proxies, client) => {
  expect(clientOf(peer, header, proxies)).toBe(client);
});

it.each([
  ['of a trusted proxy', '10.0.0.2', 'https', ownProxies, 'https'],
  ['of a trusted proxy on a socket of version 6', '::ffff:10.0.0.2', 'HTTPS', ownProxies, 'https'],
  ['of the outermost of several', '10.0.0.2', ' https, http', ownProxies, 'https'],
  ['of a trusted proxy that was asked without it', '10.0.0.2', 'http, https', ownProxies, 'http'],
  ['of a trusted proxy that says nothing', '10.0.0.2', undefined, ownProxies, 'http'],
  ['of no other word', '10.0.0.2', 'https-and-more', ownProxies, 'http'],
  ['of whom nobody trusts', '203.0.113.7', 'https', ownProxies, 'http'],
])('believes the scheme %s', (_, peer, header, proxies, scheme) => {
  expect(schemeOf(peer, header, proxies)).toBe(scheme);
});

it.each([
  ['0.0.0.0', '0.0.0.0'],
  ['::', '::'],
  ['[::1]', '::1'],
  ['fe80::1%eth0', 'fe80::1%eth0'],
])('listens on %s', (text, address) => {
  expect(parseAddress(text)).toBe(address);
});

it.each([
  [null, 'http://localhost:8787'],
  ['0.0.0.0', 'http://localhost:8787'],
  ['::', 'http://localhost:8787'],
  ['192.168.1.5', 'http://192.168.1.5:8787'],
  ['2001:db8::1', 'http://[2001:db8::1]:8787'],
])('what listens at %s is opened at %s', (address, origin) => {
  expect(originOf(address, 8787)).toBe(origin);
});

it('a port that is taken is said by the name of the variable that changes it', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  await expect(needFreePort(port, 'API_PORT')).rejects.toThrow(
    `Port ${port} is in use by another program: stop that one, or set API_PORT to`,
  );
  server.close();
});

it.each(['example.org', '0.0.0.0:8787', '[::]:8787', '127.1', '10.0.0.0/8', ''])('does not listen on "%s"', (text) => {
  expect(() => parseAddress(text)).toThrow(/^BIND_ADDRESS must be an address to listen on.*\.$/);
});

it.each([
  ...['example.org', '1.2.3.4:5678', '[2001:db8::1]:443', '10.0.0.1/', '10.0.0/8', '10/8', '010.0.0.1', '0x7f.1'],
  ...[
    '10.0.0.0/33',
    '10.0.0.0/-1',
    '10.0.0.0/8/8',
    '10.0.0.0/+8',
    '10.0.0.0/1e1',
    '::/x',
    '::/129',
    '::ffff:10.0.0.0/8',
  ],
  ...['0.0.0.0/0', '::/0', '::ffff:0:0/96', '10.0.0.1/8', '2001:db8::1/32'],
])('trusts nobody by "%s", and says so in one sentence', (text) => {
  expect(() => parseProxies(`127.0.0.1, ${text}`)).toThrow(/^TRUSTED_PROXIES has "[^"]+"[^\n]*\.$/);
  expect(() => parseProxies(`127.0.0.1, ${text}`)).toThrow(text);
});

it('says what an address with the prefix of its network may mean', () => {
  expect(() => parseProxies('10.1.2.3/8')).toThrow('write 10.1.2.3 for that address alone, or 10.0.0.0/8');
});
