import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { parseProxies } from '../lib/proxies.mjs';
import { freePort } from '../lib/port.mjs';
import { serve } from '../lib/serve.mjs';
import { filesIn } from '../../web/node/site.mjs';

const FILE = '/icon.svg';
/** The requests that the site and the service got. */
const asked = [];
const answering = (name) => async (webRequest, client) => {
  const { method, url, headers } = webRequest;
  asked.push({ name, method, url, client, headers: Object.fromEntries(headers), body: await webRequest.text() });
  if (url.endsWith('/fail')) throw new Error('broken');
  return new Response('answered', { status: 201, headers: { 'x-own': 'yes' } });
};
const site = {
  serveFile: (incoming, response, next) => {
    if (incoming.url === '/broken.svg') throw new RangeError('a library that takes a header for granted');
    return incoming.url === FILE ? response.end('a file') : next();
  },
  answer: answering('site'),
};
const service = { fetch: answering('service') };

async function start(options) {
  const port = await freePort();
  const end = await serve({ address: null, port, proxies: parseProxies(''), site, service, ...options });
  const ask = async (path, { method = 'GET', headers = {}, body = '' } = {}) => {
    asked.length = 0;
    const outgoing = request({
      host: '127.0.0.1',
      port,
      method,
      path,
      headers: { host: 'localhost', 'content-type': 'text/plain', ...headers },
    });
    outgoing.end(body);
    const [answer] = await once(outgoing, 'response');
    let text = '';
    for await (const chunk of answer) text += chunk;
    return { status: answer.statusCode, headers: answer.headers, text };
  };
  return { end, ask };
}

describe('a server for this computer', () => {
  let server;
  beforeAll(async () => (server = await start({})));
  afterAll(() => server.end());

  it.each([
    ['/', 'site'],
    ['/api', 'site'],
    ['/apis/', 'site'],
    ['/oembeds', 'site'],
    ['/api/v1/runs?x=/y', 'service'],
    ['/badge/1.svg', 'service'],
    ['/api/__data.json?x=/y', 'site'],
    ['/og/1.png', 'service'],
    ['/oembed?url=x', 'service'],
    ['/sitemap.xml', 'service'],
    ['/cdn-cgi/local/explorer/api/d1/database/x/raw', 'site'],
    ['/version', 'site'],
  ])('asks for %s the %s', async (path, name) => {
    expect((await server.ask(path)).text).toBe('answered');
    expect(asked.map((one) => one.name)).toEqual([name]);
  });

  it('passes on what is asked and answered', async () => {
    const answer = await server.ask('/api/a?b', { method: 'PUT', body: 'body' });
    expect(answer).toMatchObject({ status: 201, text: 'answered', headers: { 'x-own': 'yes' } });
    expect(asked).toMatchObject([{ method: 'PUT', url: 'http://localhost/api/a?b', body: 'body' }]);
  });

  it('serves a file without asking anybody', async () => {
    expect((await server.ask(FILE)).text).toBe('a file');
    expect(asked).toEqual([]);
  });

  it('passes on no header by which a client says who it is', async () => {
    const headers = {
      'cf-connecting-ip': '1.2.3.4',
      'cf-visitor': '{"scheme":"https"}',
      'mf-original-url': 'http://x/',
      'x-forwarded-for': '1.2.3.4',
      'x-forwarded-proto': 'https',
      'x-real-ip': '1.2.3.4',
      forwarded: 'for=1.2.3.4',
    };
    await server.ask('/api/a', { headers });
    const [{ url, headers: seen }] = asked;
    expect(url).toBe('http://localhost/api/a');
    expect(Object.keys(seen).filter((name) => name in headers)).toEqual(['cf-connecting-ip']);
    expect(seen['cf-connecting-ip']).toBe('127.0.0.1');
  });

  it.each([
    'evil.example',
    'localhost.evil.example',
    '127.0.0.1.nip.io',
    'localhost:1:2',
    'localhost:99999',
    'a b',
    '[::2]',
  ])('has no site for whoever bends the name %s to it', async (host) => {
    expect((await server.ask('/', { headers: { host } })).status).toBe(421);
    expect((await server.ask('/api/a', { headers: { host } })).status).toBe(421);
    expect(asked).toEqual([]);
  });

  it.each(['localhost:8787', '127.0.0.1:8787', '[::1]:8787', 'LOCALHOST'])('has one at %s', async (host) => {
    expect((await server.ask('/', { headers: { host } })).status).toBe(201);
  });

  it('goes on after a file that cannot be sent', async () => {
    expect(await server.ask('/broken.svg')).toMatchObject({ status: 500, text: 'The server failed.\n' });
    expect((await server.ask(FILE)).text).toBe('a file');
  });

  it.each(['POST', 'PUT', 'DELETE', 'OPTIONS'])('has no file for %s', async (method) => {
    expect((await server.ask(FILE, { method })).text).toBe('answered');
  });

  it('takes a request line that names the site, too', async () => {
    await server.ask('http://localhost:1/api/a?b=c');
    expect(asked).toMatchObject([{ url: 'http://localhost/api/a?b=c' }]);
  });

  it.each([
    ['*', 'OPTIONS', 400],
    ['ftp://localhost/', 'GET', 400],
    ['http://[', 'GET', 400],
    ['/', 'TRACE', 405],
  ])('refuses %s asked for by %s', async (path, method, status) => {
    expect((await server.ask(path, { method })).status).toBe(status);
    expect(asked).toEqual([]);
  });

  it('says that it failed without saying how', async () => {
    expect(await server.ask('/fail')).toMatchObject({ status: 500, text: 'The server failed.\n' });
  });

  it('refuses a body that nobody takes', async () => {
    const body = 'x'.repeat(2 ** 21 + 1);
    expect((await server.ask('/api/a', { method: 'PUT', body })).status).toBe(413);
  });
});

/** Answers that wait until they are let go on, in the order in which they were asked for. */
function heldAnswers() {
  const begun = [];
  const goOn = [];
  const answer = ({ url }) =>
    new Promise((resolve) => {
      begun.push(new URL(url).pathname);
      goOn.push(() => resolve(new Response('answered')));
    });
  return { answer, begun, goOn };
}

it('answers one after the other who asks many at once on one connection, and makes nothing more when he has gone', async () => {
  const port = await freePort();
  const { answer, begun, goOn } = heldAnswers();
  const end = await serve({ address: null, port, proxies: [], service, site: { ...site, answer } });
  const socket = connect({ port, host: '127.0.0.1' });
  await once(socket, 'connect');
  socket.write([1, 2, 3].map((n) => `GET /${n} HTTP/1.1\r\nHost: localhost\r\n\r\n`).join(''));
  await vi.waitUntil(() => begun.length > 0);
  goOn[0]();
  await once(socket, 'data');
  await vi.waitUntil(() => begun.length > 1);
  socket.resetAndDestroy();
  // Whoever comes next is answered, and the third of the other never is.
  const other = request({ host: '127.0.0.1', port, path: '/other', headers: { host: 'localhost' } });
  other.end();
  await vi.waitUntil(() => begun.includes('/other'));
  for (const act of goOn) act();
  await once(other, 'response');
  expect(begun).toEqual(['/1', '/2', '/other']);
  other.destroy();
  await end();
});

it('answers a network that has asked for nothing before all others of one that asks for much', async () => {
  const port = await freePort();
  const { answer, begun, goOn } = heldAnswers();
  const end = await serve({
    ...{ address: null, port, proxies: parseProxies('127.0.0.1'), service },
    site: { ...site, answer },
  });
  const answers = [];
  const ask = (path, client) => {
    const headers = { host: 'localhost', 'x-forwarded-for': client };
    const outgoing = request({ host: '127.0.0.1', port, path, headers }).end();
    answers.push(once(outgoing, 'response').then(([incoming]) => incoming.resume()));
  };
  // From any address of its network.
  for (let n = 0; n < 20; n++) ask(`/much/${n}`, `198.51.100.${n}`);
  await vi.waitUntil(() => begun.length === 2);
  ask('/one', '203.0.113.1');
  // On a connection of their own, and so after it.
  const file = request({ host: '127.0.0.1', port, path: FILE, headers: { host: 'localhost' } }).end();
  const [incoming] = await once(file, 'response');
  incoming.resume();
  for (let n = 0; n <= 20; n++) {
    await vi.waitUntil(() => goOn.length > n);
    goOn[n]();
  }
  await Promise.all(answers);
  expect(begun.indexOf('/one')).toBeLessThan(4);
  await end();
});

it('answers the next request on a connection when the body of the one before was refused unread', async () => {
  const port = await freePort();
  const refusing = { fetch: async () => new Response('refused', { status: 415 }) };
  const end = await serve({ address: null, port, proxies: [], service: refusing, site });
  const socket = connect({ port, host: '127.0.0.1' });
  let text = '';
  socket.on('data', (chunk) => (text += chunk));
  const haveCome = async (count) => {
    while (text.split('HTTP/1.1 ').length <= count) await once(socket, 'data');
  };
  const head = 'Host: localhost\r\nContent-Type: text/plain\r\n';
  const body = Buffer.alloc(2 ** 20);
  socket.write(`PUT /api/a HTTP/1.1\r\n${head}Content-Length: ${body.length}\r\n\r\n`);
  socket.write(body);
  await haveCome(1);
  socket.write(`GET /api/b HTTP/1.1\r\n${head}\r\n`);
  await haveCome(2);
  socket.destroy();
  await end();
});

it('gives up an answer of which its reader takes nothing', async () => {
  const port = await freePort();
  let giveUp;
  const isGivenUp = new Promise((resolve) => (giveUp = resolve));
  const piece = new Uint8Array(2 ** 20);
  const endless = () => new ReadableStream({ pull: (controller) => controller.enqueue(piece), cancel: giveUp });
  const answer = async () => new Response(endless());
  const end = await serve({ address: null, port, proxies: [], service, site: { ...site, answer }, stalledMs: 20 });
  const socket = connect({ port, host: '127.0.0.1' }).on('error', () => undefined);
  socket.write('GET /large HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await isGivenUp;
  socket.destroy();
  await end();
});

it('a script that is asked to end while it starts ends when it has started', () => {
  const children = new URL('../lib/children.mjs', import.meta.url).href;
  const script = `import { whenStopped } from '${children}'; process.emit('SIGTERM'); await whenStopped; console.log('ended');`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
  expect(stdout).toBe('ended\n');
});

it('closes a file whose reader goes away before its end', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'opfsmark-files-'));
  // More than sockets take at once.
  writeFileSync(join(folder, 'large.bin'), Buffer.alloc(2 ** 24));
  const serveFile = filesIn(folder, () => undefined);
  const files = [];
  const port = await freePort();
  const end = await serve({
    ...{ address: null, port, proxies: [], service },
    site: {
      ...site,
      serveFile: (incoming, response, next) => {
        response.once('pipe', (file) => files.push(file));
        serveFile(incoming, response, next);
      },
    },
  });
  const socket = connect({ port, host: '127.0.0.1' });
  socket.write('GET /large.bin HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await once(socket, 'data');
  socket.resetAndDestroy();
  const [file] = files;
  if (!file.closed) await once(file, 'close');
  expect(file.bytesRead).toBeLessThan(2 ** 24);
  await end();
  rmSync(folder, { recursive: true });
});

describe('a server for others', () => {
  it('has any name, and believes a proxy of its own about the client and the scheme', async () => {
    const server = await start({ proxies: parseProxies('127.0.0.1') });
    const headers = { host: 'bench.example', 'x-forwarded-for': '1.1.1.1, 198.51.100.1', 'x-forwarded-proto': 'https' };
    await server.ask('/r/1', { headers });
    expect(asked).toMatchObject([{ client: '198.51.100.1', url: 'https://bench.example/r/1' }]);
    await server.end();
  });

  it('without pages has the service alone', async () => {
    const server = await start({ address: '127.0.0.1', site: null });
    await server.ask('/version', { headers: { host: 'any.example' } });
    expect(asked.map(({ name }) => name)).toEqual(['service']);
    await server.end();
  });
});
