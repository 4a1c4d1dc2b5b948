import { describe, expect, it } from 'vitest';
import { load as loadCompare } from '../src/routes/compare/+page.server.ts';
import { load as loadLeaderboard } from '../src/routes/leaderboard/+page.server.ts';

/** A request for a page whose service answers by address. */
const request = (address: string, answer: (path: string) => Response) => ({
  url: new URL(address, 'https://opfsmark.test'),
  platform: { env: { API: { fetch: ({ url }: Request) => Promise.resolve(answer(new URL(url).pathname)) } } },
  locals: { language: 'en' },
  setHeaders: () => undefined,
});

const failure = (status: number) => Response.json({ type: 'about:blank', title: 'No', status }, { status });
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
  ])('tells what is missing from what cannot be reached: one that %s', async (_, answer, missing, reachable) => {
    const runs = await compare(RUNS, answer);
    expect(runs).toMatchObject({ missing: { length: missing }, reachable });
    const devices = await compare(DEVICES, answer);
    expect(devices).toMatchObject({ missingDevices: { length: missing }, reachableDevices: reachable });
  });
});
