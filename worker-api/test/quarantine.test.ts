import { env } from 'cloudflare:workers';
import { BoardList, METRIC_IDS } from '@opfsmark/schema/boards';
import { newRunId, randomId } from '@opfsmark/schema/documents';
import type { MadeRun } from '@opfsmark/schema/test-support/upload';
import { describe, expect, it, vi } from 'vitest';
import { DAY_MS } from '../src/base/days.ts';
import { valueOfBucket } from '../src/boards/buckets.ts';
import { RECENT_PER_SCOPE } from '../src/store/listing.ts';
import { ask, problemOf, publish, put, readBoard } from './client.ts';
import { countGhosts } from './recount.ts';
import {
  copyRun,
  makeUpload,
  publishFromNetworks,
  publishTicketed,
  publishTrusted,
  mature,
  tagOf,
  ticketed,
} from './runs.ts';

const rowOf = async (key: string) => (await readBoard()).rows.find((row) => row.key === key);

describe('a ranked row', () => {
  const speedOf = (i: number) => 1 + i / 20;

  it('moves by no more than one vote when a network that forges has waited', async () => {
    const declared = { device: 'Held by Nine' };
    await publishFromNetworks(9, (i) => makeUpload({ declared, speed: speedOf(i) }), 300);
    const before = (await rowOf('held-by-nine'))?.value ?? 0;
    const nowMs = Date.now();
    for (let i = 0; i < 4; i++) {
      await publishTrusted(makeUpload({ declared, speed: 2.4, rig_id: randomId() }), 400);
    }
    vi.setSystemTime(nowMs + 22 * DAY_MS);
    await mature();
    const { value: after = 0, networks } = (await rowOf('held-by-nine')) ?? {};
    vi.setSystemTime(nowMs);
    expect(networks).toBe(10);
    expect(after).toBeGreaterThanOrEqual(before);
    // The next honest vote is 5 % faster; buckets are 2 % wide.
    expect(after / before).toBeLessThanOrEqual((speedOf(5) / speedOf(4)) * valueOfBucket(1));
  });

  it('counts one machine once, also when its flush takes no time at all', async () => {
    const zero = { device: 'Zero Flush' };
    const rig_id = randomId();
    for (let seed = 0; seed < 3; seed++) {
      const upload = makeUpload({ declared: zero, rig_id, seed });
      for (const job of upload.record.result.jobs) {
        for (const pass of job.passes) if (pass.kind === 'flush_each') pass.flush_ns = 0;
      }
      await publishTicketed(upload);
    }
    const { results } = await env.DB.prepare("SELECT runs FROM cohort WHERE cut = 'device|2.shared|zero-flush'").all();
    expect(results).toEqual([{ runs: 3 }]);
    expect(await countGhosts(env.DB)).toBe(0);
  });
});

describe('recent, unconfirmed', () => {
  const recentOf = async (device: string) =>
    (await readBoard()).recent.filter((row) => row.device.name.startsWith(device));

  it('shows a published run at once, with its trust and no rank', async () => {
    const { run_id } = await publish(makeUpload({ declared: { device: 'Just Published' } }), newRunId(), 590);
    expect(await recentOf('Just Published')).toMatchObject([{ run_id, trust: 0, origin: null }]);
    const feel = await readBoard('device.rnd4k_q1t1_memory.shared');
    expect(feel.recent.find((row) => row.run_id === run_id)?.origin).toMatch(/drive|memory/);
    expect(await rowOf('just-published')).toBeUndefined();
  });

  it('marks what was kept in memory, and never ranks it', async () => {
    const declared = { device: 'Private Window' };
    const nowMs = Date.now();
    for (let i = 0; i < 4; i++) {
      vi.setSystemTime(nowMs - (9 - i) * DAY_MS);
      const { status } = await publishTicketed(makeUpload({ declared, keptInMemory: true }), 500 + i);
      expect(status).toBe('held');
    }
    vi.setSystemTime(nowMs);
    await mature();
    const rows = await recentOf('Private Window');
    expect(rows.length).toBeGreaterThan(0);
    expect(new Set(rows.map(({ suspected }) => suspected))).toEqual(new Set(['memory_backed']));
    expect(await rowOf('private-window')).toBeUndefined();
  });

  it('has two runs per network and twenty in all, of a bounded number of the newest', async () => {
    for (let i = 0; i < 5; i++) await publish(makeUpload({ declared: { device: `Flood ${i}` } }), newRunId(), 600);
    expect(await recentOf('Flood')).toHaveLength(2);
    const manyReceipt = await publish(makeUpload({ declared: { device: 'Many' } }), newRunId(), 610);
    await copyRun(env.DB, manyReceipt.run_id, 24, {
      run_id: "printf('C%015d', n)",
      network: tagOf('n'),
      provider: tagOf('n'),
      device: "'many-' || n",
    });
    expect((await readBoard()).recent).toHaveLength(20);
    const [one] = (await readBoard()).recent;
    await copyRun(env.DB, one?.run_id ?? '', RECENT_PER_SCOPE, {
      created_ms: '9e12 + n',
      trust: '0',
      network: tagOf('n'),
      device: "'later'",
    });
    expect(await recentOf('Flood')).toEqual([]);
  });
});

describe('outliers', () => {
  const withFlush = (options: MadeRun, ns: number) => makeUpload({ ...options, speed: 1e6 / ns });

  it('five slow forgeries hold nobody: four honest runs are published', async () => {
    const declared = { device: 'Poisoned' };
    for (let i = 0; i < 5; i++) await publishTrusted(makeUpload({ declared, speed: 0.05 }), 800 + i);
    for (let i = 0; i < 4; i++) {
      expect(await publishTicketed(makeUpload({ declared, speed: 1 + i / 20 }), 810 + i)).toMatchObject({
        status: 'published',
      });
    }
  });

  it('are not looked for among other browsers: a quick flush in Edge after nine slow ones in Chrome is published', async () => {
    const declared = { device: 'Two Browsers' };
    const client = (family: 'chrome' | 'edge') =>
      ({ browser: { family, major: 150 }, os: { family: 'macos', major: 15 } }) as const;
    for (let i = 0; i < 9; i++) {
      const environment = { client: client('chrome') };
      await publishTrusted(withFlush({ declared, environment }, 1e7), 820 + i);
    }
    const environment = { client: client('edge') };
    expect(await publishTicketed(withFlush({ declared, environment }, 5e5), 840)).toMatchObject({
      status: 'published',
    });
  });

  it('far beyond eight networks are held, and published once others measure the same', async () => {
    const declared = { device: 'Faster Than Most' };

    for (let i = 0; i < 8; i++) await publishTrusted(makeUpload({ declared, speed: 0.08 }), 850 + i);
    const { run_id, reasons } = await publishTicketed(
      makeUpload({ declared: { ...declared, drive: 'Drive of Its Own' }, speed: 0.9 }),
      860,
    );
    expect(reasons).toEqual(['outlier']);
    for (const [i, speed] of [0.2, 0.2, 0.5, 0.5].entries())
      await publishTrusted(makeUpload({ declared, speed }), 870 + i);
    await mature();
    const view = await (await ask(`/api/v1/runs/${run_id}`)).json();
    expect(view).toMatchObject({ status: 'published', reasons: [] });
    const countQuery = env.DB.prepare("SELECT runs FROM cohort WHERE cut LIKE 'drive|%|drive-of-its-own'");
    expect(await countQuery.first('runs')).toBe(1);
    expect(await countGhosts(env.DB)).toBe(0);
  });

  it('are found however many newer runs of the device one network has sent', async () => {
    const declared = { device: 'Flooded Laptop' };
    for (let i = 0; i < 9; i++) await publishTrusted(makeUpload({ declared, speed: 0.08 }), 880 + i);
    const { run_id } = await publish(makeUpload({ declared, speed: 0.08 }), newRunId(), 899);
    await copyRun(env.DB, run_id, 1000, { run_id: "printf('F%015d', n)", created_ms: 'created_ms + n' });
    const { reasons } = await publishTicketed(makeUpload({ declared, speed: 0.9 }), 898);
    expect(reasons).toEqual(['outlier']);
  });
});

describe('lists', () => {
  it('invented browsers and systems are refused, and uploads from everywhere leave /boards small', async () => {
    const inventedUpload = makeUpload();
    Object.assign(inventedUpload.record.environment.client.browser, { family: 'invented' });
    const response = await put(newRunId(), inventedUpload);
    expect([response.status, (await problemOf(response)).errors?.[0]?.pointer]).toEqual([
      422,
      '/record/environment/client/browser/family',
    ]);
    const filesystems = ['APFS', 'ext4', 'NTFS', 'XFS', 'ZFS', 'Btrfs'] as const;
    const clients = ['linux', 'macos', 'windows', 'android', 'other'] as const;
    for (let i = 0; i < 6; i++) {
      const client = {
        browser: { family: 'chrome', major: i },
        os: { family: clients[i % 5] ?? 'other', major: null },
      } as const;
      const declared = { device: `Invented ${i}`, filesystem: filesystems[i % 6] ?? 'ext4' };
      await publish(makeUpload({ declared, environment: { client } }), newRunId(), 1000 + i);
    }
    await mature();
    const text = await (await ask('/api/v1/boards')).text();
    expect(BoardList.parse(JSON.parse(text)).places.length).toBeLessThanOrEqual(200);
    expect(text.length).toBeLessThan(100_000);
    const sitemap = await (await ask('/sitemap.xml')).text();
    expect(sitemap).not.toContain('invented');
  });

  it('uploads of one machine at once are all taken', async () => {
    const rig_id = randomId();
    const uploads = await Promise.all(
      Array.from({ length: 5 }, () => ticketed(makeUpload({ declared: { device: 'Parallel' }, rig_id }))),
    );
    const answers = await Promise.all(uploads.map((upload) => put(upload.ticket.run_id, upload)));
    expect(answers.map(({ status }) => status)).toEqual(uploads.map(() => 201));
    await mature();
    expect(await countGhosts(env.DB)).toBe(0);
  });

  it('the columns of the export are the same for every run', async () => {
    const [head = ''] = (await (await ask('/api/v1/export.csv')).text()).split('\r\n');
    expect(head.split(',').slice(-METRIC_IDS.length)).toEqual(METRIC_IDS);
  });
});
