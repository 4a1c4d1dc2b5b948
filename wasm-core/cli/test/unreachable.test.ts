import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { withFolder } from '../../ts/node/test/drives.ts';
import { whyUnreachable } from '../unreachable.ts';
import { opfsmark, real } from './support.ts';

const SECURE = 'https://opfsmark.example';
const PLAIN = 'http://opfsmark.example:8787';
/** As `fetch` fails: with the reason behind a sentence that says nothing. */
const failed = (code: string, message = code) =>
  new TypeError('fetch failed', { cause: Object.assign(new Error(message), { code }) });
const [PROXY, SECRET_PROXY] = [{ HTTPS_PROXY: 'http://proxy:3128' }, { https_proxy: 'http://me:secret@proxy:3128' }];

it.each<[string, Error, string, object, string]>([
  [
    'no name',
    failed('ENOTFOUND'),
    SECURE,
    {},
    `The name of ${SECURE} was not found. Where only a proxy reaches it, set HTTPS_PROXY.`,
  ],
  [
    'no name, plain',
    failed('EAI_AGAIN'),
    PLAIN,
    {},
    `The name of ${PLAIN} was not found. Where only a proxy reaches it, set HTTP_PROXY.`,
  ],
  [
    'no name behind a proxy',
    failed('ENOTFOUND'),
    SECURE,
    PROXY,
    `A name was not found: that of the proxy proxy:3128, or of ${SECURE}.`,
  ],
  ['nothing listens', failed('ECONNREFUSED'), SECURE, {}, `${SECURE} refuses the connection: nothing listens there.`],
  [
    'several addresses',
    new TypeError('fetch failed', { cause: new AggregateError([failed('ECONNREFUSED').cause]) }),
    SECURE,
    {},
    'refuses the connection',
  ],
  ['no proxy listens', failed('ECONNREFUSED'), SECURE, SECRET_PROXY, 'proxy:3128 refuses the connection'],
  ['an unknown issuer', failed('SELF_SIGNED_CERT_IN_CHAIN'), SECURE, {}, 'NODE_EXTRA_CA_CERTS=FILE'],
  [
    'a certificate of its own',
    failed('DEPTH_ZERO_SELF_SIGNED_CERT'),
    SECURE,
    {},
    'does not know (DEPTH_ZERO_SELF_SIGNED_CERT)',
  ],
  [
    'an old certificate',
    failed('CERT_HAS_EXPIRED', 'certificate has expired'),
    SECURE,
    {},
    'is not valid for it: certificate has expired',
  ],
  ['another name', failed('ERR_TLS_CERT_ALTNAME_INVALID', 'Host: a'), SECURE, {}, 'is not valid for it: Host: a'],
  ['no answer in time', new DOMException('aborted', 'TimeoutError'), SECURE, {}, `${SECURE} does not answer.`],
  [
    'no answer behind a proxy',
    new DOMException('aborted', 'TimeoutError'),
    SECURE,
    PROXY,
    'does not answer through the proxy proxy:3128.',
  ],
  ['an end', failed('ECONNRESET'), SECURE, {}, 'ended the connection without an answer'],
  ['anything else', failed('', 'bad port'), SECURE, {}, `${SECURE} cannot be reached: bad port.`],
])('says why a service is not reached: %s', (_, error, service, environment, sentence) => {
  const text = whyUnreachable(error, service, environment as Record<string, string>);
  expect(text).toContain(sentence);
  expect(text).not.toContain('secret');
});

it('reaches a service by the proxy that the environment names', async () => {
  const asked: string[] = [];
  const proxy = createServer((request, response) => {
    asked.push(`${request.method ?? ''} ${new URL(request.url ?? '', PLAIN).pathname}`);
    response.writeHead(503, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ type: 'about:blank', title: 'Busy', status: 503 }));
  });
  // It leads to itself, whatever name is asked for.
  proxy.on('connect', ({ url = '' }, socket) => {
    asked.push(`CONNECT ${url}`);
    socket.write('HTTP/1.1 200 OK\r\n\r\n');
    proxy.emit('connection', socket);
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const { port } = proxy.address() as AddressInfo;
  await withFolder(async (dir) => {
    const env = { ...process.env, HTTP_PROXY: `http://127.0.0.1:${port}`, NO_PROXY: '' };
    const words = ['publish', real('node-quick'), '--device', 'X', '--service', 'http://opfsmark.invalid'];
    const { code, err } = await opfsmark(words, { cwd: dir, env });
    expect(err).toContain('http://opfsmark.invalid refused it: Busy.');
    expect(code).toBe(1);
    expect(asked.at(-1)).toMatch(/^PUT \/api\/v1\/runs\//);
  });
  proxy.close();
  proxy.closeAllConnections();
});
