import { beforeEach, describe, expect, it } from 'vitest';
import { keptOr } from '../src/lib/base/api/kept-pages.server.ts';

const PAGE = `<html><script nonce="N+c=/">start()</script><script nonce="N+c=/" src="/a.js"></script><script nonce="N+c=/">more()</script></html>`;
const HEADERS = {
  'content-type': 'text/html',
  'content-length': '999',
  'content-security-policy': "default-src 'none'; script-src 'self' 'nonce-N+c=/'",
  vary: 'Cookie',
};

let version: string;
let isDeployed: boolean;
let made: number;
let kept: Map<string, Response>;
let work: Promise<unknown>[];

beforeEach(() => {
  version = '1';
  isDeployed = false;
  made = 0;
  kept = new Map();
  work = [];
});

const cache = {
  match: (key: string) => Promise.resolve(kept.get(key)?.clone()),
  put: (key: string, response: Response) => Promise.resolve(void kept.set(key, response)),
};

const platform = (): App.Platform => ({
  env: {},
  ...(isDeployed ? { caches: { default: cache } } : { kept: { ...cache, state: () => version } }),
  ctx: { waitUntil: (promise) => void work.push(promise) },
});

const make = (init: ResponseInit = { headers: HEADERS }) => {
  made++;
  return Promise.resolve(new Response(PAGE, init));
};

async function ask(
  address = '/r/1',
  of = ['en'],
  { init = {}, answer = () => make() }: { init?: RequestInit; answer?: () => Promise<Response> } = {},
): Promise<Response> {
  const url = new URL(address, 'http://a.test');
  const response = await keptOr(platform(), new Request(url, init), { url, of }, answer);
  await Promise.all(work);
  return response;
}

/** The scripts that the header of a page lets run, as a browser computes it. */
const hash = async (script: string) =>
  `'sha256-${Buffer.from(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(script))).toString('base64')}'`;

describe('a page', () => {
  it('is made once, and then the same for everybody: no nonce, and each of its scripts by its hash', async () => {
    const [first, second, third] = [await ask(), await ask(), await ask()];
    expect(made).toBe(1);
    expect(await first.text()).toBe(PAGE);
    const text = await second.text();
    expect(text).toBe(PAGE.replaceAll(' nonce="N+c=/"', ''));
    expect(await third.text()).toBe(text);
    const policy = `default-src 'none'; script-src 'self' ${await hash('start()')} ${await hash('more()')}`;
    expect(second.headers.get('content-security-policy')).toBe(policy);
    expect([second.headers.get('cache-control'), second.headers.get('content-length')]).toEqual(['no-cache', null]);
  });

  it('is made again after anything was written, and for who reads it otherwise', async () => {
    await ask();
    await ask('/r/1', ['ja']);
    await ask('/r/1?tab=2');
    version = '2';
    await ask();
    await ask();
    expect(made).toBe(4);
  });

  it('is answered 304 to whoever has it', async () => {
    await ask();
    const etag = (await ask()).headers.get('etag') ?? '';
    const again = await ask('/r/1', ['en'], { init: { headers: { 'if-none-match': etag } } });
    expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag]);
    const other = await ask('/r/1', ['en'], { init: { headers: { 'if-none-match': '"other"' } } });
    expect(other.status).toBe(200);
  });

  it('is waited for by who asks while it is made', async () => {
    await Promise.all([ask(), ask(), ask()]);
    expect([made, kept.size]).toEqual([1, 1]);
  });

  it('that failed is made by the next who asks', async () => {
    const failing = ask('/r/1', ['en'], { answer: () => Promise.reject(new Error('broken')) });
    const [failed, next] = await Promise.allSettled([failing, ask()]);
    expect([failed.status, next.status, made]).toEqual(['rejected', 'fulfilled', 1]);
  });

  it.each([
    ['that sets a cookie', { headers: { ...HEADERS, 'set-cookie': 'lang=ja' } }],
    ['that is not there', { status: 404, headers: HEADERS }],
    ['that is no page', { headers: { 'content-type': 'application/json' } }],
  ])('%s is not kept', async (_, init) => {
    const answer = () => make(init);
    await ask('/r/1', ['en'], { answer });
    await ask('/r/1', ['en'], { answer });
    expect(made).toBe(2);
  });

  it('is made each time where the request is no GET', async () => {
    await ask('/r/1', ['en'], { init: { method: 'POST' } });
    await ask('/r/1', ['en'], { init: { method: 'POST' } });
    expect([made, kept.size]).toEqual([2, 0]);
  });
});

describe('a page of a deployment', () => {
  beforeEach(() => void (isDeployed = true));

  it('is kept for a minute, whatever is written', async () => {
    await ask('/leaderboard');
    version = '2';
    const page = await ask('/leaderboard');
    expect([made, page.headers.get('cache-control'), await page.text()]).toEqual([
      1,
      'no-cache',
      PAGE.replaceAll(' nonce="N+c=/"', ''),
    ]);
    expect([...kept.values()].map(({ headers }) => headers.get('cache-control'))).toEqual(['max-age=60']);
  });

  it.each(['/r/1', '/compare?runs=1,2'])('that shows single results is made each time: %s', async (address) => {
    await ask(address);
    await ask(address);
    expect([made, kept.size]).toEqual([2, 0]);
  });
});
