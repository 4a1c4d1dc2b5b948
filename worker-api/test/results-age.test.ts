import { env } from 'cloudflare:workers';
import { Board } from '@opfsmark/schema/boards';
import { expect, it, vi } from 'vitest';
import { ask } from './client.ts';
import { makeUpload } from '@opfsmark/schema/test-support/upload';
import { countGhosts, differences, readAll, takeSnapshot } from './recount.ts';
import { publishFromNetworks, ripen } from './runs.ts';

const DAY_MS = 86_400_000;
const YEAR_DAYS = 365.25;
const BOARD = '/api/v1/boards/device.seq1m_q8t1_write.shared';

const readBoard = async () => Board.parse(await (await ask(BOARD)).json());
const rowOf = async (key: string) => (await readBoard()).rows.find((row) => row.key === key);

it('a run has a vote for 24 months; then it leaves the boards, stays in the snapshot, and a recomputation agrees', async () => {
  const startMs = Date.now();
  const publishTwo = async (made: { device: string; speed: number }, firstNetwork: number) => {
    const { device, speed } = made;
    return publishFromNetworks(3, (i) => makeUpload({ declared: { device }, speed: speed + i / 50 }), firstNetwork);
  };
  const old = await publishTwo({ device: 'Growing Old', speed: 1 }, 100);
  await publishTwo({ device: 'Measured Again', speed: 1 }, 200);
  vi.setSystemTime(startMs + YEAR_DAYS * DAY_MS);
  await publishTwo({ device: 'Measured Again', speed: 2 }, 300);
  vi.setSystemTime(startMs + (2 * YEAR_DAYS - 20) * DAY_MS);
  await ripen();
  const before = await rowOf('measured-again');
  expect(await rowOf('growing-old')).toMatchObject({ networks: 3 });
  expect(before).toMatchObject({ networks: 6, runs: 6 });

  vi.setSystemTime(startMs + 2 * YEAR_DAYS * DAY_MS);
  await ripen();
  expect(await rowOf('growing-old')).toBeUndefined();
  const after = await rowOf('measured-again');
  expect(after).toMatchObject({ networks: 3, runs: 3 });
  expect(after?.value).toBeGreaterThan(before?.value ?? Infinity);
  expect(await countGhosts(env.DB)).toBe(0);

  await takeSnapshot();
  const snapshot = await readAll();
  expect(snapshot.runs.map(({ run_id }) => run_id)).toEqual(expect.arrayContaining(old));
  const { cells, differences: found } = await differences(snapshot);
  expect(found).toEqual([]);
  expect(cells).toBeGreaterThan(100);
  vi.useRealTimers();
});
