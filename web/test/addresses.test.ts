import { expect, it, test, describe } from 'vitest';
import { handle } from '../src/hooks.server.ts';
import { load as loadDevice } from '../src/routes/device/[slug]/+page.server.ts';
import { load as loadDrive } from '../src/routes/drive/[slug]/+page.server.ts';
import { load as loadFilesystem } from '../src/routes/filesystem/[fs]/+page.server.ts';
import { meantAddress, TYPED_ADDRESSES } from '../src/lib/features/site/typed-addresses.ts';
import { isPageKept, pageKey } from '../src/service-worker/pages.ts';
import { load as loadCompare } from '../src/routes/compare/+page.server.ts';
import { load as loadLeaderboard } from '../src/routes/leaderboard/+page.server.ts';
import config from '../wrangler.jsonc?raw';

const eventFor = (path: string, answer: () => Response, params = {}) => ({
  url: new URL(path, 'https://opfsmark.test'),
  request: new Request(new URL(path, 'https://opfsmark.test')),
  params,
  platform: { env: { API: { fetch: () => Promise.resolve(answer()) } } },
  setHeaders: () => undefined,
});
const failure = (status: number) => Response.json({ type: 'about:blank', title: 'No', status }, { status });

it.each([
  ['/r/1m893dzofvcxh3l6?unit=iops', '/r/1M893DZ0FVCXH316?unit=iops'],
  ['/filesystem/EXT4', '/filesystem/ext4'],
  ['/device/Mac-Mini', '/device/mac-mini'],
  ['/drive/Samsung-990-PRO', '/drive/samsung-990-pro'],
])('%s leads to %s', async (path, location) => {
  const event: unknown = eventFor(path, () => failure(500));
  const answer = handle({ event: event as Parameters<typeof handle>[0]['event'], resolve: () => failure(500) });
  await expect(answer).rejects.toMatchObject({ status: 308, location });
});

it.each([400, 404, 422])(
  'the pages of a device, a drive and a filesystem are missing where the service answers %d',
  async (status) => {
    for (const [load, params] of [
      [loadDevice, { slug: 'nope' }],
      [loadDrive, { slug: 'nope' }],
      [loadFilesystem, { fs: 'nope' }],
    ] as const) {
      const event = { ...eventFor('/x', () => failure(status), params), locals: {} as App.Locals };
      expect(await (load as (event: unknown) => unknown)(event)).toMatchObject({ view: null });
      expect(event.locals.isMissing).toBe(true);
    }
  },
);

const PAGES = Object.keys(import.meta.glob('../src/routes/**/+page.svelte')).map(
  (file) => file.replace('../src/routes', '').replace(/\/\+page\.svelte$/, '') || '/',
);
const resolve = (address: string) => meantAddress(new URL(address, 'https://opfsmark.test'));

test('what people type leads to a page, and is none itself', () => {
  for (const [typedPath, address] of Object.entries(TYPED_ADDRESSES)) {
    expect(PAGES).not.toContain(typedPath);
    expect(PAGES, typedPath).toContain(address.split('?')[0]);
  }
});

test('what else the address says goes with it', () => {
  expect(resolve('/groups')).toBe('/g');
  expect(resolve('/Groups/?lang=ja')).toBe('/g?lang=ja');
  expect(resolve('/filesystems?lang=ja')).toBe('/leaderboard?by=filesystem&lang=ja');
  expect(['/', '/g', '/g/7777777777777777', '/constructor', '/nowhere'].map(resolve)).toEqual(Array(5).fill(null));
});

const at = (path: string) => new URL(path, 'https://opfsmark.test');

it('each family has a kept page, whatever plan or unit an address has', () => {
  expect(pageKey(at('/?rows=seq1m&unit=iops'))).toBe('/');
  expect(pageKey(at('/?family=stutter&loops=3'))).toBe('/?family=stutter');
  expect(pageKey(at('/?family=nothing'))).toBeNull();
  expect(pageKey(at('/g/FEDCBA9876543210'))).toBeNull();
  expect(['/', '/?family=stutter', '/history'].map((path) => isPageKept(at(path)))).toEqual([true, true, true]);
});

it('a page opened from a group is never kept, and offline the kept one stands for it', () => {
  for (const [path, key] of [
    ['/?group=FEDCBA9876543210', '/'],
    ['/?family=stutter&group=FEDCBA9876543210', '/?family=stutter'],
  ] as const) {
    expect(isPageKept(at(path))).toBe(false);
    expect(pageKey(at(path))).toBe(key);
  }
});

/** A request for a page whose service answers by address. */
const request = (address: string, answer: (path: string) => Response) => ({
  url: new URL(address, 'https://opfsmark.test'),
  platform: { env: { API: { fetch: ({ url }: Request) => Promise.resolve(answer(new URL(url).pathname)) } } },
  locals: { language: 'en' },
  setHeaders: () => undefined,
});

const LOGIN = '<html>Log in</html>';

describe('the leaderboard of storage for apps', () => {
  const leaderboard = (stats: () => Response) => {
    const answer = (path: string) => (path === '/api/v1/stats' ? stats() : failure(404));
    const event: unknown = request('/leaderboard?layout=app-storage&client=linux~firefox', answer);
    return loadLeaderboard(event as Parameters<typeof loadLeaderboard>[0]);
  };

  it('says that nothing is confirmed only where the service says so', async () => {
    const stats = () => Response.json({ cut: '', runs: 0, metrics: [] });
    expect(await leaderboard(stats)).toMatchObject({ contenders: [], reachable: true });
  });

  it.each([500, 503, 429])('says that it cannot be reached where the service fails with %d', async (status) => {
    expect(await leaderboard(() => failure(status))).toMatchObject({ contenders: null, board: null, reachable: false });
  });
});

describe('a comparison', () => {
  const compare = (address: string, answer: () => Response) => {
    const event: unknown = request(address, answer);
    return loadCompare(event as Parameters<typeof loadCompare>[0]);
  };
  const RUNS = '/compare?runs=0123456789ABCDEF';
  const DEVICES = '/compare?devices=mac-mini';

  it.each([
    ['is gone', () => failure(410), 1, true],
    ['was asked of a service that is down', () => failure(503), 0, false],
    ['was asked of a service that is too busy', () => failure(429), 0, false],
    ['was answered with the page of a network that wants a login', () => new Response(LOGIN), 0, false],
  ])('tells what is missing from what cannot be reached: one that %s', async (_, answer, missingCount, isReachable) => {
    const runs = await compare(RUNS, answer);
    expect(runs).toMatchObject({ missing: { length: missingCount }, reachable: isReachable });
    const devices = await compare(DEVICES, answer);
    expect(devices).toMatchObject({ missingDevices: { length: missingCount }, reachableDevices: isReachable });
  });
});

test('what the page logs holds no headers of requests, and so no addresses', () => {
  expect(config).toMatch(/"observability": \{ "enabled": true, "logs": \{ "invocation_logs": false \} \}/);
  expect(config).not.toContain('logpush');
});
