import { createScheduledController } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { type Board, cutsOf, DeviceList } from '@opfsmark/schema/boards';
import { newRunId, randomId } from '@opfsmark/schema/documents';
import type { MadeRun } from '@opfsmark/schema/test-support/upload';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { countPending } from '../src/aggregation/count.ts';
import { countHourly, rebuild } from '../src/aggregation/hourly.ts';
import { removeRun } from '../src/aggregation/runs.ts';
import { DAY_MS } from '../src/base/days.ts';
import worker from '../src/index.ts';
import { selectCohorts, selectCohortsByPrefix } from '../src/store/cohorts.ts';
import { MODEL_AT_ONCE, SCOPE_AT_ONCE } from '../src/store/members.ts';
import { writeMeta } from '../src/store/meta.ts';
import { insertNamedModel, updateModel } from '../src/store/models.ts';
import { selectRun } from '../src/store/runs.ts';
import { ask, publish, put, readBoard, remove } from './client.ts';
import { startEmpty } from './empty.ts';
import { countGhosts, differences, readAll, takeSnapshot } from './recount.ts';
import {
  copyRun,
  makeUpload,
  publishFromNetworks,
  publishTrusted,
  publishTrusted as publishUpload,
  mature,
  sentFrom,
  tagOf,
  ticketed,
} from './runs.ts';

describe('counting', () => {
  beforeAll(startEmpty);

  /** Lists are what the runs say, whatever happens at once. */

  /** The database, which lets something else happen once, right before the first batch that counts. */
  function interrupted(act: () => Promise<unknown>): D1Database {
    let isNext = false;
    let isDone = false;
    const wrap = (db: D1Database | D1DatabaseSession): D1Database =>
      new Proxy(db as D1Database, {
        get(target, name) {
          if (name === 'withSession') return (bookmark: string) => wrap(env.DB.withSession(bookmark));
          if (name === 'prepare') {
            return (sql: string) => {
              isNext ||= sql.includes('UPDATE cohort');
              return target.prepare(sql);
            };
          }
          if (name === 'batch') {
            return async (statements: D1PreparedStatement[]) => {
              if (isNext && !isDone) {
                isDone = true;
                await act();
              }
              return target.batch(statements);
            };
          }
          return (target[name as 'exec'] as () => unknown).bind(target);
        },
      });
    return wrap(env.DB);
  }

  type Os = 'android' | 'chromeos' | 'windows';
  const uploadOn = (os: Os, device: string, drive?: string) =>
    makeUpload({
      declared: { device, ...(drive !== undefined && { drive }) },
      environment: { client: { browser: { family: 'chrome', major: 156 }, os: { family: os, major: null } } },
      rig_id: randomId(),
    });

  async function rowOf(subject: string, key: string) {
    return (await readBoard(`${subject}.seq1m_q8t1_write.shared`)).rows.find((row) => row.key === key);
  }

  /** Sends an upload while something else happens between reading its cohorts and writing them. */
  async function uploadDuring(os: Os, device: string, network: number, act: () => Promise<unknown>, drive?: string) {
    const upload = await ticketed(uploadOn(os, device, drive), sentFrom(network));
    const response = await put(upload.ticket.run_id, upload, sentFrom(network), { DB: interrupted(act) });
    expect(response.status).toBe(201);
    return upload.ticket.run_id;
  }

  const publishBase = (os: Os, drive?: string) => publishFromNetworks(3, () => uploadOn(os, 'Base', drive), 1);

  describe('an upload', () => {
    it('that another one overtakes is counted with it', async () => {
      await publishBase('chromeos');
      await uploadDuring('chromeos', 'Device A', 3, () => publishTrusted(uploadOn('chromeos', 'Device B'), 4));
      expect(await rowOf('os', 'chromeos')).toMatchObject({ networks: 3, runs: 5 });
      expect(await countGhosts(env.DB)).toBe(0);
    });

    it('that a deletion overtakes brings nothing of it back', async () => {
      await publishBase('windows');
      const linkedId = (await rowOf('os', 'windows'))?.run_id ?? '';
      const run = await selectRun(env.DB, linkedId);
      if (!run) throw new Error('no run stands for the row');
      await uploadDuring('windows', 'Device C', 4, () => removeRun(env, run, Date.now()));
      const { results } = await env.DB.prepare('SELECT body FROM cohort').all<{ body: string }>();
      expect(results.filter(({ body }) => body.includes(linkedId))).toEqual([]);
      expect(await countGhosts(env.DB)).toBe(0);
    });

    it('of a drive that is rejected meanwhile puts it on no board', async () => {
      await publishBase('android', 'Rejected Meanwhile');
      const drive = { slug: 'rejected-meanwhile', name: 'Rejected Meanwhile', created_ms: 0 };
      const reject = async () => {
        await env.DB.batch([
          insertNamedModel(env.DB, 'drive', drive, Date.now()),
          ...updateModel(env.DB, 'drive', { ...drive, status: 'rejected', renamed: 0 }),
        ]);
      };
      await uploadDuring('android', 'Third', 3, reject, 'Rejected Meanwhile');
      const { results } = await env.DB.prepare('SELECT body FROM cohort').all<{ body: string }>();
      expect(results.filter(({ body }) => body.includes('Rejected Meanwhile'))).toEqual([]);
    });

    it('moves nothing that waits, until its waiting ends: the timer counts it then', async () => {
      await publishFromNetworks(3, () => makeUpload({ declared: { device: 'Waits' } }), 700);
      const before = await rowOf('device', 'waits');
      for (let i = 0; i < 6; i++)
        await publishTrusted(makeUpload({ declared: { device: 'Waits' }, speed: 0.5 }), 710 + i);
      expect(await rowOf('device', 'waits')).toMatchObject({ value: before?.value, networks: 3 });
      vi.setSystemTime(Date.now() + 22 * DAY_MS);
      await worker.scheduled({ ...createScheduledController(), cron: '0 * * * *' }, env);
      expect(await rowOf('device', 'waits')).toMatchObject({ networks: 9 });
      expect((await rowOf('device', 'waits'))?.value).toBeLessThan(before?.value ?? 0);
      vi.setSystemTime(vi.getRealSystemTime());
    });
  });

  it('a count that an upload overtakes leaves what the upload has counted, and many at once come to an end', async () => {
    await publishTrusted(makeUpload({ declared: { device: 'Overtaken' } }), 1);
    await env.DB.prepare('UPDATE cohort SET stale = 1').run();
    const DB = interrupted(() => publishTrusted(makeUpload({ declared: { device: 'Overtaken' } }), 2));
    await countPending({ ...env, DB }, Date.now(), () => true);
    expect(await countGhosts(env.DB)).toBe(0);
    await env.DB.prepare('UPDATE cohort SET stale = 1').run();
    await Promise.all(Array.from({ length: 4 }, () => countPending(env, Date.now(), () => true)));
    expect(await countGhosts(env.DB)).toBe(0);
  });

  describe('a cohort that is too large to be counted by an upload', () => {
    it('is counted by the hour, loses at once what a deleted run stands for, and comes to what the runs say', async () => {
      const [first = ''] = await publishFromNetworks(3, () => makeUpload({ declared: { device: 'Large' } }), 800);
      // Twenty providers, over 140 days.
      await copyRun(env.DB, first, Math.max(SCOPE_AT_ONCE, MODEL_AT_ONCE) + 50, {
        run_id: "printf('BARGE%011d', n)",
        created_ms: 'created_ms - n * 34560000',
        network: tagOf('n'),
        provider: tagOf('n % 20'),
        rig: "printf('%011d', n)",
        listed: '0',
      });
      // The turn of this hour is over.
      await countHourly(env, Date.now(), 0, () => true);
      const nextId = await publishTrusted(makeUpload({ declared: { device: 'Large' } }), 900);
      expect(await rowOf('device', 'large')).toMatchObject({ networks: 3 });
      const run = await selectRun(env.DB, nextId);
      const cuts = run ? Object.values(cutsOf(run)) : [];
      const staleFlags = async () => [...(await selectCohorts(env.DB, cuts)).values()].map((cohort) => cohort.stale);
      await countHourly(env, Date.now(), 0, () => true);
      expect(new Set(await staleFlags())).toEqual(new Set([0]));
      const row = await rowOf('device', 'large');
      expect(row?.networks).toBeGreaterThan(SCOPE_AT_ONCE);
      expect(await countGhosts(env.DB)).toBe(0);

      expect((await remove(row?.run_id ?? '')).status).toBe(204);
      const { results } = await env.DB.prepare('SELECT body FROM cohort').all<{ body: string }>();
      expect(results.filter(({ body }) => body.includes(row?.run_id ?? ''))).toEqual([]);
      await countHourly(env, Date.now(), 0, () => true);
      expect(await rowOf('device', 'large')).toMatchObject({ networks: (row?.networks ?? 0) - 1 });
      expect(await countGhosts(env.DB)).toBe(0);
    });
  });
});

describe('ranks of devices', () => {
  beforeAll(startEmpty);

  const publishTrusted = (options: MadeRun, network = 0) => publishUpload(makeUpload(options), network);

  async function rowOf(slug: string): Promise<Board['rows'][number] | undefined> {
    return (await readBoard()).rows.find((row) => row.subject.slug === slug);
  }

  describe('a rank', () => {
    it('needs three networks and a week, however many machines one network has', async () => {
      const declared = { device: 'Ranked One' };
      const nowMs = Date.now();
      vi.setSystemTime(nowMs - 10 * DAY_MS);
      for (let i = 0; i < 4; i++) await publishTrusted({ declared, rig_id: randomId() }, 1);
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
      await mature();
      expect(await rowOf('ranked-one')).toMatchObject({ rank: 1, networks: 3, runs: 7 });
      const { devices } = DeviceList.parse(await (await ask('/api/v1/devices?q=ranked')).json());
      expect(devices).toEqual([{ slug: 'ranked-one', name: 'Ranked One' }]);
      for (const part of ['one', 'ked o', 'RANKED ONE', 'ne', 'one ranked', 'ne-rank']) {
        const matches = DeviceList.parse(await (await ask(`/api/v1/devices?q=${encodeURIComponent(part)}`)).json());
        expect(matches.devices, part).toContainEqual({ slug: 'ranked-one', name: 'Ranked One' });
      }
      for (const other of ['ranked-two', 'two one', 'one ranked two']) {
        const noMatches = DeviceList.parse(await (await ask(`/api/v1/devices?q=${encodeURIComponent(other)}`)).json());
        expect(noMatches.devices, other).toEqual([]);
      }
    });

    it('is shared where a test finds no difference, beside places by value, and the next counts everybody before it', async () => {
      const speeds = { 'Twin A': 2, 'Twin B': 2.01, Snail: 0.25 };
      for (const [device, speed] of Object.entries(speeds)) {
        const spreads = [0.97, 1, 1.03];
        // With one seed they differ by their speed and nothing else.
        const upload = (i: number) => makeUpload({ declared: { device }, speed: speed * (spreads[i] ?? 1), seed: i });
        await publishFromNetworks(3, upload, 20);
      }
      const { rows } = await readBoard();
      const shownRows = rows.map(({ subject, place, rank, tied }) => [subject.slug, place, rank, tied]);
      expect(shownRows.filter(([slug]) => String(slug).startsWith('twin'))).toEqual([
        ['twin-b', 1, 1, true],
        ['twin-a', 2, 1, true],
      ]);
      expect(shownRows.find(([slug]) => slug === 'snail')).toEqual(['snail', 4, 4, false]);
    });

    it('is open to the command line, apart from pages', async () => {
      const environment = {
        engine: 'node',
        client: { browser: { family: 'node', major: 24 }, os: { family: 'linux', major: null } },
      } as const;
      await publishFromNetworks(3, () => makeUpload({ declared: { device: 'Headless' }, environment }), 30);
      expect(await rowOf('headless')).toBeUndefined();
      const nodeBoard = await readBoard('device.seq1m_q8t1_write.node');
      expect(nodeBoard.rows.map((row) => row.subject.slug)).toEqual(['headless']);
      const flush = await readBoard('device.rnd4k_q1t1_flush.node.linux~node');
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
      expect((await readBoard()).recent.map((row) => row.run_id)).toContain(run_id);
    });
  });

  describe('counting everything again', () => {
    it('comes to the same cohorts, also after many uploads at once', async () => {
      await Promise.all(
        Array.from({ length: 6 }, (_, i) =>
          publishTrusted({ declared: { device: `Busy ${i % 2}` }, speed: 1 + i / 5 }, i % 3),
        ),
      );
      await mature();
      expect(await countGhosts(env.DB)).toBe(0);
      const result = await rebuild(env, Date.now(), () => true);
      expect(result).toMatchObject({ done: true, drift: 0 });
      expect(result.counted).toBeGreaterThan(6);
      expect(await countGhosts(env.DB)).toBe(0);
    });

    it('goes on where it ended for lack of time', async () => {
      const cohorts = (await selectCohortsByPrefix(env.DB, '', -1)).length;
      let [countedCohorts, calls] = [0, 0];
      for (let done = false; !done && calls < cohorts; calls++) {
        let steps = 1;
        const result = await rebuild(env, Date.now(), () => steps-- > 0);
        done = result.done;
        countedCohorts += result.counted;
      }
      expect([countedCohorts, calls < cohorts]).toEqual([cohorts, true]);
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

    it('takes what time alone has changed while it went on for no drift', async () => {
      const cut = 'device|2.shared|due';
      const find = async () => (await selectCohorts(env.DB, [cut])).get(cut);
      await publishFromNetworks(3, () => makeUpload({ declared: { device: 'Due' } }), 120);
      for (let i = 0; i < 6; i++) await publishTrusted({ declared: { device: 'Due' }, speed: 0.5 }, 130 + i);
      const before = await find();
      const nowMs = Date.now();
      await rebuild(env, nowMs, () => false);
      // As if it had been gone on with until then.
      const lateMs = nowMs + 22 * DAY_MS;
      await writeMeta(env.DB, 'rebuild', lateMs).run();
      expect(await rebuild(env, lateMs, () => true)).toMatchObject({ done: true, drift: 0 });
      expect((await find())?.body).not.toBe(before?.body);
    });
  });
});

describe('the age of results', () => {
  beforeAll(startEmpty);

  const YEAR_DAYS = 365.25;

  const rowOf = async (key: string) => (await readBoard()).rows.find((row) => row.key === key);

  it('a run has a vote for 24 months; then it leaves the boards, stays in the snapshot, and a recomputation agrees', async () => {
    const startMs = Date.now();
    const publishTwo = async (options: { device: string; speed: number }, firstNetwork: number) => {
      const { device, speed } = options;
      return publishFromNetworks(3, (i) => makeUpload({ declared: { device }, speed: speed + i / 50 }), firstNetwork);
    };
    const oldIds = await publishTwo({ device: 'Growing Old', speed: 1 }, 100);
    await publishTwo({ device: 'Measured Again', speed: 1 }, 200);
    vi.setSystemTime(startMs + YEAR_DAYS * DAY_MS);
    await publishTwo({ device: 'Measured Again', speed: 2 }, 300);
    vi.setSystemTime(startMs + (2 * YEAR_DAYS - 20) * DAY_MS);
    await mature();
    const before = await rowOf('measured-again');
    expect(await rowOf('growing-old')).toMatchObject({ networks: 3 });
    expect(before).toMatchObject({ networks: 6, runs: 6 });

    vi.setSystemTime(startMs + 2 * YEAR_DAYS * DAY_MS);
    await mature();
    expect(await rowOf('growing-old')).toBeUndefined();
    const after = await rowOf('measured-again');
    expect(after).toMatchObject({ networks: 3, runs: 3 });
    expect(after?.value).toBeGreaterThan(before?.value ?? Infinity);
    expect(await countGhosts(env.DB)).toBe(0);

    await takeSnapshot();
    const snapshot = await readAll();
    expect(snapshot.runs.map(({ run_id }) => run_id)).toEqual(expect.arrayContaining(oldIds));
    const { cells, differences: mismatches } = await differences(snapshot);
    expect(mismatches).toEqual([]);
    expect(cells).toBeGreaterThan(100);
    vi.useRealTimers();
  });
});
