import { env } from 'cloudflare:workers';
import { type BoardRow, cutsOf } from '@opfsmark/schema/boards';
import { randomId } from '@opfsmark/schema/documents';
import type { MadeRun } from '@opfsmark/schema/test-support/upload';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { countPending } from '../src/aggregation/count.ts';
import { countHourly, rebuild } from '../src/aggregation/hourly.ts';
import { removeRun } from '../src/aggregation/runs.ts';
import { DAY_MS } from '../src/base/days.ts';
import { type CohortChange, selectCohorts, selectCohortsByPrefix, writeCohorts } from '../src/store/cohorts.ts';
import { MODEL_AT_ONCE, SCOPE_AT_ONCE } from '../src/store/members.ts';
import { insertNamedModel, updateModel } from '../src/store/models.ts';
import { selectRun } from '../src/store/runs.ts';
import { ask, put, readBoard, remove } from './client.ts';
import { startEmpty } from './empty.ts';
import { countGhosts, differences, readAll, takeSnapshot } from './recount.ts';
import {
  copyRun,
  makeSmallUpload,
  publishFromNetworks,
  publishTrusted,
  publishTrusted as publishUpload,
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
    makeSmallUpload({
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
      expect(await rowOf('os', 'chromeos')).toMatchObject({ providers: 4, runs: 5 });
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
      expect(await rowOf('drive', 'rejected-meanwhile')).toBeUndefined();
      expect(await rowOf('device', 'third')).toMatchObject({ subject: { name: 'Third' } });
      expect(await rowOf('device', 'third')).not.toHaveProperty('drives');
    });
  });

  it('a count that an upload overtakes leaves what the upload has counted, and many at once come to an end', async () => {
    await publishTrusted(makeSmallUpload({ declared: { device: 'Overtaken' } }), 1);
    await env.DB.prepare('UPDATE cohort SET stale = 1').run();
    const DB = interrupted(() => publishTrusted(makeSmallUpload({ declared: { device: 'Overtaken' } }), 2));
    await countPending({ ...env, DB }, Date.now(), () => true);
    expect(await countGhosts(env.DB)).toBe(0);
    await env.DB.prepare('UPDATE cohort SET stale = 1').run();
    await Promise.all(Array.from({ length: 4 }, () => countPending(env, Date.now(), () => true)));
    expect(await countGhosts(env.DB)).toBe(0);
  });

  describe('a cohort that is too large to be counted by an upload', () => {
    it('is counted by the hour, loses at once what a deleted run stands for, and comes to what the runs say', async () => {
      const [first = ''] = await publishFromNetworks(3, () => makeSmallUpload({ declared: { device: 'Large' } }), 800);
      await copyRun(env.DB, first, Math.max(SCOPE_AT_ONCE, MODEL_AT_ONCE) + 50, {
        run_id: "printf('BARGE%011d', n)",
        created_ms: 'created_ms - n * 34560000',
        network: tagOf('n'),
        provider: tagOf('n'),
        rig: "printf('%011d', n)",
      });
      // The turn of this hour is over.
      await countHourly(env, Date.now(), 0, () => true);
      const nextId = await publishTrusted(makeSmallUpload({ declared: { device: 'Large' } }), 900);
      expect(await rowOf('device', 'large')).toMatchObject({ providers: 3 });
      const run = await selectRun(env.DB, nextId);
      const cuts = run ? Object.values(cutsOf(run)) : [];
      const staleFlags = async () => [...(await selectCohorts(env.DB, cuts)).values()].map((cohort) => cohort.stale);
      await countHourly(env, Date.now(), 0, () => true);
      expect(new Set(await staleFlags())).toEqual(new Set([0]));
      const row = await rowOf('device', 'large');
      expect(row?.providers).toBeGreaterThan(SCOPE_AT_ONCE);
      expect(await countGhosts(env.DB)).toBe(0);

      // The one that stands for the row, and the newest, which its page shows.
      for (const goneId of [row?.run_id ?? '', nextId]) {
        expect((await remove(goneId)).status).toBe(204);
        const { results } = await env.DB.prepare('SELECT body FROM cohort').all<{ body: string }>();
        expect(results.filter(({ body }) => body.includes(goneId))).toEqual([]);
      }
      await countHourly(env, Date.now(), 0, () => true);
      expect(await rowOf('device', 'large')).toMatchObject({ providers: (row?.providers ?? 0) - 2 });
      expect(await countGhosts(env.DB)).toBe(0);
    });

    it('is counted beside one that cannot be, and lists have their order', async () => {
      const runId = await publishTrusted(makeSmallUpload({ declared: { device: 'Beside' } }));
      const broken = ['device|no-scope|broken', 'no-cut'];
      const insert = `INSERT INTO cohort (cut, runs, confirmed, body, stale, counted_ms, version)
        SELECT value, 1, 0, '{}', 2, 0, 0 FROM json_each(?1)`;
      await env.DB.prepare(insert).bind(JSON.stringify(broken)).run();
      await env.DB.prepare('UPDATE cohort SET stale = 2').run();
      const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
      await countHourly(env, Date.now(), 0, () => true);
      expect(broken.filter((cut) => !log.mock.calls.some(([line]) => String(line).includes(cut)))).toEqual([]);
      log.mockRestore();
      const { results } = await env.DB.prepare('SELECT cut FROM cohort WHERE stale <> 0').all<{ cut: string }>();
      expect(results.map(({ cut }) => cut).toSorted()).toEqual(broken);
      await env.DB.prepare('DELETE FROM cohort WHERE stale <> 0').run();
      expect((await remove(runId)).status).toBe(204);
    });

    it('is gone with its last run, when the hour counts it', async () => {
      await publishTrusted(makeSmallUpload({ declared: { device: 'Gone' } }));
      await env.DB.batch([env.DB.prepare('DELETE FROM run'), env.DB.prepare('UPDATE cohort SET stale = 2')]);
      await countHourly(env, Date.now(), 0, () => true);
      expect(await env.DB.prepare('SELECT cut FROM cohort').first()).toBeNull();
    });
  });
});

describe('rows of devices', () => {
  beforeAll(startEmpty);

  const publishTrusted = (options: MadeRun, network = 0) => publishUpload(makeSmallUpload(options), network);

  it('are apart for the command line and for pages', async () => {
    const environment = {
      engine: 'node',
      client: { browser: { family: 'node', major: 24 }, os: { family: 'linux', major: null } },
    } as const;
    await publishTrusted({ profile: 'quick', declared: { device: 'Headless' }, environment });
    const keysOf = async (id?: string) => (await readBoard(id)).rows.map(({ key }) => key);
    expect(await keysOf()).not.toContain('headless');
    expect(await keysOf('device.seq1m_q8t1_write.node')).toEqual(['headless']);
    expect(await keysOf('device.rnd4k_q1t1_flush.node.linux~node')).toEqual(['headless|ext4']);
  });

  describe('counting everything again', () => {
    it('comes to the same cohorts, also after many uploads at once', async () => {
      await Promise.all(
        Array.from({ length: 6 }, (_, i) =>
          publishTrusted({ declared: { device: `Busy ${i % 2}` }, speed: 1 + i / 5 }, i % 3),
        ),
      );
      await countPending(env, Date.now(), () => true);
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
  });
});

it('cohorts that are too long together are written in several values', () => {
  const values: unknown[] = [];
  const prepare = () => ({ bind: (...some: unknown[]) => values.push(...some) });
  const counted = { runs: 200, confirmed: 0, body: 'x'.repeat(30_000), cohort: {}, names: {} };
  const changes = Array.from({ length: 80 }, (_, n) => ({ cut: `device|2.shared|${n}`, seen: n, counted }));
  const db = { prepare } as unknown as D1Database;
  writeCohorts(db, changes as unknown as CohortChange[], { onLoss: 'fail', nowMs: 0 });
  const texts = values.filter((value) => typeof value === 'string');
  expect(Math.max(...texts.map(({ length }) => length))).toBeLessThan(2_000_000);
  for (const { cut } of changes)
    expect(
      texts.filter((text) => text.includes(`"${cut}"`)),
      cut,
    ).toHaveLength(4);
});

it('all that is counted comes back by a rebuild: a restored database is given none of it, because rows may be too long for a statement', async () => {
  await startEmpty();
  for (const device of ['Restored', 'Also Restored']) await publishUpload(makeSmallUpload({ declared: { device } }), 1);
  const paths = [
    'boards',
    'boards/device.seq1m_q8t1_write.shared',
    'boards/os.seq1m_q8t1_write.shared',
    'devices',
    'runs',
  ];
  // But for when it was counted.
  const answers = () =>
    Promise.all(
      paths.map(async (path) => (await (await ask(`/api/v1/${path}`)).text()).replace(/"generated_at":"[^"]+",/, '')),
    );
  const before = await answers();
  const leftOut = ['DELETE FROM cohort', 'DELETE FROM list', "DELETE FROM meta WHERE key = 'boards'"];
  await env.DB.batch(leftOut.map((sql) => env.DB.prepare(sql)));
  expect(await answers()).not.toEqual(before);
  while (!(await rebuild(env, Date.now(), () => true)).done);
  expect(await answers()).toEqual(before);
});

describe('the age of results', () => {
  beforeAll(startEmpty);

  const YEAR_DAYS = 365.25;

  const rowOf = async (key: string): Promise<BoardRow | undefined> =>
    (await readBoard()).rows.find((row) => row.key === key);
  const publishTwo = (device: string, speed: number, firstNetwork: number) =>
    publishFromNetworks(2, (i) => makeSmallUpload({ declared: { device }, speed: speed + i / 50 }), firstNetwork);
  const waitUntil = async (ms: number) => {
    vi.setSystemTime(ms);
    await countHourly(env, ms, 0, () => true);
  };

  it('a run counts for 24 months; then it leaves the boards, stays in the snapshot, and a recomputation agrees', async () => {
    const startMs = Date.now();
    const oldIds = await publishTwo('Growing Old', 1, 100);
    await publishTwo('Measured Again', 1, 200);
    vi.setSystemTime(startMs + YEAR_DAYS * DAY_MS);
    await publishTwo('Measured Again', 2, 300);
    await waitUntil(startMs + (2 * YEAR_DAYS - 20) * DAY_MS);
    const before = await rowOf('measured-again');
    expect(await rowOf('growing-old')).toMatchObject({ providers: 2 });
    expect(before).toMatchObject({ providers: 4, runs: 4 });

    await waitUntil(startMs + (2 * YEAR_DAYS + 1) * DAY_MS);
    expect(await rowOf('growing-old')).toBeUndefined();
    const after = await rowOf('measured-again');
    expect(after).toMatchObject({ providers: 2, runs: 2 });
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
