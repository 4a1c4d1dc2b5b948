import { env } from 'cloudflare:workers';
import { Board } from '@opfsmark/schema/boards';
import { randomId } from '@opfsmark/schema/documents';
import { expect, it, vi } from 'vitest';
import { refreshBoards, refreshNow } from '../src/aggregation/refresh.ts';
import { removeRun } from '../src/aggregation/status.ts';
import type { RefreshMessage } from '../src/base/env.ts';
import { insertNamedModel, updateModel } from '../src/store/models.ts';
import { selectRun } from '../src/store/runs.ts';
import { addressIn, ask, put } from './client.ts';
import { makeUpload } from '@opfsmark/schema/test-support/upload';
import { keyOfRun } from './keys.ts';
import { publishTrusted, ticketed } from './trusted.ts';

/** Keys of two devices share the lines of their browser, system, drive and interface. */

const DAY_MS = 86_400_000;
const silentQueue = { send: () => Promise.resolve() } as unknown as Queue<RefreshMessage>;

/** The database, which lets something else happen once, right before boards are written. */
function interrupted(act: () => Promise<unknown>): D1Database {
  let isNext = false;
  let isDone = false;
  return new Proxy(env.DB, {
    get(db, name) {
      if (name === 'prepare') {
        return (sql: string) => {
          isNext ||= sql.includes('INSERT INTO board');
          return db.prepare(sql);
        };
      }
      if (name === 'batch') {
        return async (statements: D1PreparedStatement[]) => {
          if (isNext && !isDone) {
            isDone = true;
            await act();
          }
          return db.batch(statements);
        };
      }
      return db[name as 'exec'].bind(db);
    },
  });
}

type Os = 'android' | 'chromeos' | 'windows';
const uploadOn = (os: Os, device: string, drive?: string) =>
  makeUpload({
    declared: { device, ...(drive !== undefined && { drive }) },
    environment: { client: { browser: { family: 'chrome', major: 156 }, os: { family: os, major: null } } },
    rig_id: randomId(),
  });

async function publishSilently(os: Os, device: string, network: number, drive?: string): Promise<string> {
  const own = await ticketed(uploadOn(os, device, drive));
  const headers = { 'content-type': 'application/json', 'cf-connecting-ip': addressIn(network) };
  const sent = await put(own.ticket.run_id, own, { headers }, { REFRESH: silentQueue });
  expect(sent.status).toBe(201);
  return own.ticket.run_id;
}

async function rowOf(key: string) {
  const board = Board.parse(await (await ask('/api/v1/boards/os.seq1m_q8t1_write.shared')).json());
  return board.rows.find((row) => row.key === key);
}

async function publishBase(os: Os, drive?: string): Promise<void> {
  const nowMs = Date.now();
  vi.setSystemTime(nowMs - DAY_MS);
  await publishTrusted(uploadOn(os, 'First', drive), 1);
  vi.setSystemTime(nowMs);
  await publishTrusted(uploadOn(os, 'Second', drive), 2);
}

it('two keys that share a line and are refreshed at once leave the count of both on the board', async () => {
  await publishBase('chromeos');
  const [first, second] = [
    await publishSilently('chromeos', 'Device A', 3),
    await publishSilently('chromeos', 'Device B', 4),
  ];
  const [keyA, keyB] = [await keyOfRun(env.DB, first), await keyOfRun(env.DB, second)];
  const DB = interrupted(() => refreshNow(env, keyB ?? '', Date.now()));
  await refreshNow({ ...env, DB }, keyA ?? '', Date.now());
  expect(await rowOf('chromeos')).toMatchObject({ networks: 4, runs: 4 });
  expect(await refreshBoards(env, Date.now())).toBe(0);
});

it('a run that is deleted while another key of its line is refreshed stands on no board', async () => {
  await publishBase('windows');
  await publishTrusted(uploadOn('windows', 'Third'), 3);
  const linked = (await rowOf('windows'))?.run_id ?? '';
  const run = await selectRun(env.DB, linked);
  if (!run) throw new Error('no run stands for the row');
  const waiting = (await keyOfRun(env.DB, await publishSilently('windows', 'Device C', 4))) ?? '';
  const DB = interrupted(() => removeRun(env, run, Date.now()));
  await refreshNow({ ...env, DB }, waiting, Date.now());
  const { results } = await env.DB.prepare('SELECT row FROM board').all<{ row: string }>();
  expect(results.length).toBeGreaterThan(0);
  expect(results.filter(({ row }) => row.includes(linked))).toEqual([]);
});

it('a drive that is rejected while its key is refreshed stands on no board', async () => {
  await publishBase('android', 'Rejected Meanwhile');
  const waiting = await keyOfRun(env.DB, await publishSilently('android', 'Third', 3, 'Rejected Meanwhile'));
  const drive = { slug: 'rejected-meanwhile', name: 'Rejected Meanwhile', created_ms: 0 };
  const DB = interrupted(() =>
    env.DB.batch([
      insertNamedModel(env.DB, 'drive', drive, Date.now()),
      ...updateModel(env.DB, 'drive', { ...drive, status: 'rejected', renamed: 0 }),
    ]),
  );
  await refreshNow({ ...env, DB }, waiting ?? '', Date.now());
  const { results } = await env.DB.prepare('SELECT row FROM board').all<{ row: string }>();
  expect(results.length).toBeGreaterThan(0);
  expect(results.filter(({ row }) => row.includes('Rejected Meanwhile'))).toEqual([]);
});
