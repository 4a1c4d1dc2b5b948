import { createScheduledController } from 'cloudflare:test';
import { cutsOf, type Board } from '@opfsmark/schema/boards';
import { randomId } from '@opfsmark/schema/documents';
import { env } from 'cloudflare:workers';
import { describe, expect, it, vi } from 'vitest';
import { countPending } from '../src/aggregation/count.ts';
import { countHourly } from '../src/aggregation/hourly.ts';
import { removeRun } from '../src/aggregation/runs.ts';
import worker from '../src/index.ts';
import { selectCohorts } from '../src/store/cohorts.ts';
import { MODEL_AT_ONCE, SCOPE_AT_ONCE } from '../src/store/members.ts';
import { insertNamedModel, updateModel } from '../src/store/models.ts';
import { selectRun } from '../src/store/runs.ts';
import { ask, put, remove } from './client.ts';
import { copyRun, publishFromNetworks, publishTrusted, sentFrom, ticketed } from './runs.ts';
import { makeUpload } from '@opfsmark/schema/test-support/upload';
import { countGhosts } from './recount.ts';

/** Lists are what the runs say, whatever happens at once. */

const DAY_MS = 86_400_000;
const BOARD = 'seq1m_q8t1_write.shared';

/** The database, which lets something else happen once, right before the first batch that counts. */
function interrupted(act: () => Promise<unknown>): D1Database {
  let isNext = false;
  let isDone = false;
  const wrap = (db: D1Database | D1DatabaseSession): D1Database =>
    new Proxy(db as D1Database, {
      get(own, name) {
        if (name === 'withSession') return (bookmark: string) => wrap(env.DB.withSession(bookmark));
        if (name === 'prepare') {
          return (sql: string) => {
            isNext ||= sql.includes('UPDATE cohort');
            return own.prepare(sql);
          };
        }
        if (name === 'batch') {
          return async (statements: D1PreparedStatement[]) => {
            if (isNext && !isDone) {
              isDone = true;
              await act();
            }
            return own.batch(statements);
          };
        }
        return (own[name as 'exec'] as () => unknown).bind(own);
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
  const board: Board = await (await ask(`/api/v1/boards/${subject}.${BOARD}`)).json();
  return board.rows.find((row) => row.key === key);
}

/** Sends an upload while something else happens between reading its cohorts and writing them. */
async function uploadDuring(os: Os, device: string, network: number, act: () => Promise<unknown>, drive?: string) {
  const own = await ticketed(uploadOn(os, device, drive), sentFrom(network));
  const sent = await put(own.ticket.run_id, own, sentFrom(network), { DB: interrupted(act) });
  expect(sent.status).toBe(201);
  return own.ticket.run_id;
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
    const linked = (await rowOf('os', 'windows'))?.run_id ?? '';
    const run = await selectRun(env.DB, linked);
    if (!run) throw new Error('no run stands for the row');
    await uploadDuring('windows', 'Device C', 4, () => removeRun(env, run, Date.now()));
    const { results } = await env.DB.prepare('SELECT body FROM cohort').all<{ body: string }>();
    expect(results.filter(({ body }) => body.includes(linked))).toEqual([]);
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
    const speeds = [1, 1, 1];
    await publishFromNetworks(3, (i) => makeUpload({ declared: { device: 'Waits' }, speed: speeds[i] ?? 1 }), 700);
    const before = await rowOf('device', 'waits');
    for (let i = 0; i < 4; i++)
      await publishTrusted(makeUpload({ declared: { device: 'Waits' }, speed: 0.5, seed: i }), 710 + i);
    expect(await rowOf('device', 'waits')).toMatchObject({ value: before?.value, networks: 3 });
    vi.setSystemTime(Date.now() + 8 * DAY_MS);
    await worker.scheduled({ ...createScheduledController(), cron: '0 * * * *' }, env);
    expect(await rowOf('device', 'waits')).toMatchObject({ networks: 7 });
    expect((await rowOf('device', 'waits'))?.value).toBeLessThan(before?.value ?? 0);
    vi.setSystemTime(vi.getRealSystemTime());
  });
});

it('a count that an upload overtakes leaves what the upload has counted, and many at once come to an end', async () => {
  await publishTrusted(makeUpload({ declared: { device: 'Overtaken' } }), 1);
  await env.DB.prepare('UPDATE cohort SET stale = 1').run();
  const DB = interrupted(() => publishTrusted(makeUpload({ declared: { device: 'Overtaken' }, seed: 2 }), 2));
  await countPending({ ...env, DB }, Date.now(), () => true);
  expect(await countGhosts(env.DB)).toBe(0);
  await env.DB.prepare('UPDATE cohort SET stale = 1').run();
  await Promise.all(Array.from({ length: 4 }, () => countPending(env, Date.now(), () => true)));
  expect(await countGhosts(env.DB)).toBe(0);
});

describe('a cohort that is too large to be counted by an upload', () => {
  it('is counted by the hour, loses at once what a deleted run stands for, and comes to what the runs say', async () => {
    const [first = ''] = await publishFromNetworks(3, () => makeUpload({ declared: { device: 'Large' } }), 800);
    await copyRun(env.DB, first, Math.max(SCOPE_AT_ONCE, MODEL_AT_ONCE) + 10, {
      run_id: "printf('BARGE%011d', n)",
      network: '2000 + n',
      rig: "printf('%011d', n)",
      listed: '0',
    });
    // The turn of this hour is over.
    await countHourly(env, Date.now(), 0, () => true);
    const next = await publishTrusted(makeUpload({ declared: { device: 'Large' }, seed: 3 }), 900);
    expect(await rowOf('device', 'large')).toMatchObject({ networks: 3 });
    const run = await selectRun(env.DB, next);
    const cuts = run ? Object.values(cutsOf(run)) : [];
    const stale = async () => [...(await selectCohorts(env.DB, cuts)).values()].map((own) => own.stale);
    await countHourly(env, Date.now(), 0, () => true);
    expect(new Set(await stale())).toEqual(new Set([0]));
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
