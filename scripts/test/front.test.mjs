import { once } from 'node:events';
import { createServer, request } from 'node:http';
import { expect, it } from 'vitest';
import { clientOf, parseAddress, parseProxies, schemeOf, serveFront } from '../lib/front.mjs';
import { freePort } from '../lib/port.mjs';

const noProxies = parseProxies('');
const ownProxies = parseProxies('127.0.0.1, 10.0.0.0/8 2001:db8::/32');

it.each([
  ['the other end, whatever it says of itself', '203.0.113.7', '198.51.100.1', ownProxies, '203.0.113.7'],
  ['the other end where no proxy is trusted', '10.0.0.1', '198.51.100.1', noProxies, '10.0.0.1'],
  ['whom a trusted proxy names', '10.0.0.1', '198.51.100.1', ownProxies, '198.51.100.1'],
  [
    'whom the outermost of our proxies names, and not what that one was told',
    '127.0.0.1',
    '1.2.3.4, 198.51.100.1, 10.9.9.9',
    ownProxies,
    '198.51.100.1',
  ],
  ['a proxy that names nobody', '10.0.0.1', undefined, ownProxies, '10.0.0.1'],
  ['a proxy that names no address', '10.0.0.1', 'unknown', ownProxies, '10.0.0.1'],
  [
    'an address of version 4 on a socket of version 6',
    '::ffff:10.0.0.1',
    '::ffff:198.51.100.1',
    ownProxies,
    '198.51.100.1',
  ],
  ['an address of version 6', '2001:db8::1', '2001:4860::8', ownProxies, '2001:4860::8'],
])('a request comes from %s', (_, peer, header, proxies, client) => {
  expect(clientOf(peer, header, proxies)).toBe(client);
});

it.each([
  ['of a trusted proxy', '10.0.0.1', 'https', ownProxies, 'https'],
  ['of the outermost of several', '10.0.0.1', 'https, http', ownProxies, 'https'],
  ['of a trusted proxy that was asked without it', '10.0.0.1', 'http', ownProxies, 'http'],
  ['of a trusted proxy that says nothing', '10.0.0.1', undefined, ownProxies, 'http'],
  ['of whom nobody trusts', '203.0.113.7', 'https', ownProxies, 'http'],
])('believes the scheme %s', (_, peer, header, proxies, scheme) => {
  expect(schemeOf(peer, header, proxies)).toBe(scheme);
});

it('refuses what is no address', () => {
  expect(parseAddress('0.0.0.0')).toBe('0.0.0.0');
  expect(() => parseAddress('example.org')).toThrow(/^BIND_ADDRESS must be an address/);
  for (const text of ['example.org', '10.0.0.0/33', '10.0.0/8', '::/x'])
    expect(() => parseProxies(text)).toThrow(/TRUSTED_PROXIES/);
});

it('passes on what is asked and answered, and no header by which a client says who it is', async () => {
  const requests = [];
  const inner = createServer(async (incomingRequest, answer) => {
    let body = '';
    for await (const chunk of incomingRequest) body += chunk;
    requests.push({
      method: incomingRequest.method,
      path: incomingRequest.url,
      headers: incomingRequest.headers,
      body,
    });
    answer.writeHead(201, { 'x-own': 'yes' }).end('answered');
  }).listen(0, '127.0.0.1');
  await once(inner, 'listening');
  const port = await freePort();
  const end = await serveFront({ host: '127.0.0.1', port, innerPort: inner.address().port, proxies: noProxies });
  try {
    const headers = {
      'cf-connecting-ip': '1.2.3.4',
      'cf-visitor': '{"scheme":"https"}',
      'x-forwarded-for': '1.2.3.4',
      'x-forwarded-proto': 'https',
      'mf-original-url': 'http://x/',
      host: 'a.example',
    };
    const outgoingRequest = request({ host: '127.0.0.1', port, method: 'PUT', path: '/a?b', headers });
    outgoingRequest.end('asked');
    const [answer] = await once(outgoingRequest, 'response');
    expect([answer.statusCode, answer.headers['x-own'], (await answer.toArray()).join('')]).toEqual([
      201,
      'yes',
      'answered',
    ]);
    expect(requests).toEqual([
      {
        method: 'PUT',
        path: '/a?b',
        body: 'asked',
        headers: expect.objectContaining({
          host: 'a.example',
          'cf-connecting-ip': '127.0.0.1',
          'cf-visitor': '{"scheme":"http"}',
        }),
      },
    ]);
    expect(Object.keys(requests[0].headers).filter((name) => /^(?:mf|x-forwarded)/.test(name))).toEqual([]);
    inner.close();
    inner.closeAllConnections();
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(502);
  } finally {
    end();
    inner.close();
  }
});
