import { newRunId, randomId } from '@opfsmark/schema/documents';
import { env } from 'cloudflare:workers';
import { describe, expect, it, vi } from 'vitest';
import { Board, DeviceList } from '@opfsmark/schema/boards';
import { rebuild } from '../src/aggregation/hourly.ts';
import { ask, publish } from './client.ts';
import { makeUpload, type MadeRun } from '@opfsmark/schema/test-support/upload';
import { countGhosts } from './recount.ts';
import { publishFromNetworks, publishTrusted as publishUpload, ripen } from './runs.ts';

const BOARD = 'device.seq1m_q8t1_write.shared';
const DAY_MS = 86_400_000;

const publishTrusted = (made: MadeRun, network = 0) => publishUpload(makeUpload(made), network);

async function boardOf(id: string): Promise<Board> {
  return Board.parse(await (await ask(`/api/v1/boards/${id}`)).json());
}

async function rowOf(slug: string): Promise<Board['rows'][number] | undefined> {
  return (await boardOf(BOARD)).rows.find((row) => row.subject.slug === slug);
}

describe('a rank', () => {
  it('needs three networks and a week, however many machines one network has', async () => {
    const declared = { device: 'Ranked One' };
    const nowMs = Date.now();
    vi.setSystemTime(nowMs - 10 * DAY_MS);
    for (let i = 0; i < 4; i++) await publishTrusted({ declared, rig_id: randomId(), seed: i }, 1);
    expect(await rowOf('ranked-one')).toBeUndefined();
    await publishTrusted({ declared, rig_id: randomId() }, 2);
    await publishTrusted({ declared, rig_id: randomId() }, 3);
    expect(await rowOf('ranked-one')).toBeUndefined();
    const before = DeviceList.parse(await (await ask('/api/v1/devices?q=ranked')).json());
    expect(before.devices).toEqual([{ slug: 'ranked-one', name: 'Ranked One', unconfirmed: true }]);

    vi.setSystemTime(nowMs - 9 * DAY_MS);
    await publishTrusted({ declared }, 3);
    expect(await rowOf('ranked-one')).toBeUndefined();
    vi.setSystemTime(nowMs);
    await ripen();
    expect(await rowOf('ranked-one')).toMatchObject({ rank: 1, networks: 3, runs: 7 });
    const { devices } = DeviceList.parse(await (await ask('/api/v1/devices?q=ranked')).json());
    expect(devices).toEqual([{ slug: 'ranked-one', name: 'Ranked One' }]);
    for (const part of ['one', 'ked o', 'RANKED ONE', 'ne', 'one ranked', 'ne-rank']) {
      const found = DeviceList.parse(await (await ask(`/api/v1/devices?q=${encodeURIComponent(part)}`)).json());
      expect(found.devices, part).toContainEqual({ slug: 'ranked-one', name: 'Ranked One' });
    }
    for (const other of ['ranked-two', 'two one', 'one ranked two']) {
      const none = DeviceList.parse(await (await ask(`/api/v1/devices?q=${encodeURIComponent(other)}`)).json());
      expect(none.devices, other).toEqual([]);
    }
  });

  it('is shared where a test finds no difference, and the next counts everybody before it', async () => {
    const speeds = { 'Twin A': 2, 'Twin B': 2.01, Snail: 0.25 };
    for (const [device, speed] of Object.entries(speeds)) {
      const spreads = [0.97, 1, 1.03];
      // With one seed they differ by their speed and nothing else.
      const upload = (i: number) => makeUpload({ declared: { device }, speed: speed * (spreads[i] ?? 1), seed: i });
      await publishFromNetworks(3, upload, 20);
    }
    const { rows } = await boardOf(BOARD);
    const shown = rows.map(({ subject, rank, tied }) => [subject.slug, rank, tied]);
    expect(shown.filter(([slug]) => String(slug).startsWith('twin')).map(([, rank, tied]) => [rank, tied])).toEqual([
      [1, true],
      [1, true],
    ]);
    expect(shown.find(([slug]) => slug === 'snail')).toEqual(['snail', 4, false]);
  });

  it('is open to the command line, apart from pages', async () => {
    const environment = {
      engine: 'node',
      client: { browser: { family: 'node', major: 24 }, os: { family: 'linux', major: null } },
    } as const;
    await publishFromNetworks(3, () => makeUpload({ declared: { device: 'Headless' }, environment }), 30);
    expect(await rowOf('headless')).toBeUndefined();
    const own = await boardOf('device.seq1m_q8t1_write.node');
    expect(own.rows.map((row) => row.subject.slug)).toEqual(['headless']);
    const flush = await boardOf('device.rnd4k_q1t1_flush.node.linux~node');
    expect(flush.rows.map((row) => row.subject.slug)).toEqual(['headless']);
  });

  it('is never given to runs without a ticket, nor do they replace what a ranked row links to', async () => {
    const declared = { device: 'No Ticket' };
    const nowMs = Date.now();
    for (let i = 0; i < 4; i++) {
      vi.setSystemTime(nowMs - (9 - i) * DAY_MS);
      await publish(makeUpload({ declared, speed: 3 }), newRunId(), 40 + i);
    }
    vi.setSystemTime(nowMs);
    expect(await rowOf('no-ticket')).toBeUndefined();
    await publishFromNetworks(3, () => makeUpload({ declared }), 50);
    const before = await rowOf('no-ticket');
    const { run_id } = await publish(makeUpload({ declared, speed: 4 }), newRunId(), 60);
    expect(await rowOf('no-ticket')).toEqual(before);
    expect((await boardOf(BOARD)).recent.map((row) => row.run_id)).toContain(run_id);
  });
});

describe('counting everything again', () => {
  it('comes to the same cohorts, also after many uploads at once', async () => {
    await Promise.all(
      Array.from({ length: 6 }, (_, i) =>
        publishTrusted({ declared: { device: `Busy ${i % 2}` }, speed: 1 + i / 5 }, i % 3),
      ),
    );
    await ripen();
    expect(await countGhosts(env.DB)).toBe(0);
    const rebuilt = await rebuild(env, Date.now(), () => true);
    expect(rebuilt).toMatchObject({ done: true, drift: 0 });
    expect(rebuilt.counted).toBeGreaterThan(6);
    expect(await countGhosts(env.DB)).toBe(0);
  });

  it('notices and mends a cohort that has drifted, and one that is missing', async () => {
    await publishTrusted({ declared: { device: 'Drifting' } });
    await publishTrusted({ declared: { device: 'Missing' } });
    await env.DB.prepare("UPDATE cohort SET runs = 7 WHERE cut = 'device|2.shared|drifting'").run();
    await env.DB.prepare("DELETE FROM cohort WHERE cut = 'device|2.shared|missing'").run();
    expect(await countGhosts(env.DB)).toBe(2);
    expect(await rebuild(env, Date.now(), () => true)).toMatchObject({ done: true, drift: 2 });
    expect(await countGhosts(env.DB)).toBe(0);
  });
});
