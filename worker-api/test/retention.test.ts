import { createScheduledController } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { newRunId } from '@opfsmark/schema/documents';
import { afterEach, expect, it, vi } from 'vitest';
import { deleteExpired } from '../src/aggregation/runs.ts';
import worker from '../src/index.ts';
import { addressIn, ask, joinGroup, makeGroup, publish, send } from './client.ts';
import { makeUpload } from '@opfsmark/schema/test-support/upload';
import { publishTrusted } from './runs.ts';

/** What is kept for how long: the table in README.md. Votes are in results-age.test.ts, documents in documents.test.ts. */

const HOUR_MS = 3600_000;
const DAY_MS = 24 * HOUR_MS;

const count = (table: string, condition = 'TRUE') =>
  env.DB.prepare(`SELECT count(*) AS n FROM ${table} WHERE ${condition}`).first<number>('n');

async function timerAt(ms: number): Promise<void> {
  vi.setSystemTime(ms);
  await worker.scheduled(createScheduledController(), env);
}

afterEach(() => vi.useRealTimers());

it('keys that sign tickets and counts per source are deleted after two days, while the other keys stay', async () => {
  // A day of which no other test has kept the key.
  const nowMs = Date.now() + 30 * DAY_MS;
  vi.setSystemTime(nowMs);
  await publishTrusted(makeUpload());
  const isDayKey = "key LIKE 'day-key/%'";
  expect([await count('meta', isDayKey), await count('provider_day')]).toEqual([1, 1]);
  await timerAt(nowMs + DAY_MS);
  expect([await count('meta', isDayKey), await count('provider_day')]).toEqual([1, 1]);
  await timerAt(nowMs + 3 * DAY_MS);
  expect([await count('meta', isDayKey), await count('provider_day')]).toEqual([0, 0]);
  expect(await count('meta', "key = 'key/network'")).toBe(1);
});

it('a report that no moderator closes is deleted after a year', async () => {
  const nowMs = Date.now();
  const run_id = await publishTrusted(makeUpload());
  const headers = { 'cf-connecting-ip': addressIn(9) };
  const sent = await send(
    'POST',
    `/api/v1/runs/${run_id}/reports`,
    { reason: 'other', detail: 'looks wrong' },
    headers,
  );
  expect(sent.status).toBe(202);
  await timerAt(nowMs + 364 * DAY_MS);
  expect(await count('report')).toBe(1);
  await timerAt(nowMs + 366 * DAY_MS);
  expect(await count('report')).toBe(0);
});

it('a group that no run has joined or left for 24 months is deleted, and its runs stay', async () => {
  const nowMs = Date.now();
  vi.setSystemTime(nowMs);
  const [quiet, used] = [await makeGroup('Quiet'), await makeGroup('Used')];
  const [first, second] = [await publishTrusted(makeUpload()), await publishTrusted(makeUpload())];
  await joinGroup(quiet, first);
  vi.setSystemTime(nowMs + 300 * DAY_MS);
  await joinGroup(used, second);
  await timerAt(nowMs + 725 * DAY_MS);
  expect([await count('run_group'), await count('group_run')]).toEqual([2, 2]);
  await timerAt(nowMs + 735 * DAY_MS);
  expect([await count('run_group', "name = 'Used'"), await count('run_group'), await count('group_run')]).toEqual([
    1, 1, 1,
  ]);
  expect(await count('run', `run_id = '${first}'`)).toBe(1);
  await timerAt(nowMs + 1035 * DAY_MS);
  expect([await count('run_group'), await count('group_run')]).toEqual([0, 0]);
});

it('a document of a run that was deleted while the bucket failed is deleted by the next timer', async () => {
  const name = `${newRunId()}/AAAAAA`;
  await env.DOCUMENTS.put(name, '');
  await env.DB.prepare("INSERT INTO tombstone (run_id, document) VALUES (?1, 'AAAAAA')").bind(name.slice(0, 16)).run();
  await timerAt(Date.now());
  expect(await env.DOCUMENTS.head(name)).toBeNull();
  expect(await count('tombstone', "document <> ''")).toBe(0);
});

it('a run without a ticket is deleted after 30 days, but not out of a group, nor where all are trusted', async () => {
  const nowMs = Date.now();
  const [alone, inGroup] = [await publish(makeUpload({ speed: 1.1 })), await publish(makeUpload({ speed: 1.2 }))];
  const ticketed = await publishTrusted(makeUpload({ speed: 1.3 }));
  await joinGroup(await makeGroup(), inGroup.run_id);
  const statuses = () =>
    Promise.all([alone.run_id, inGroup.run_id, ticketed].map(async (id) => (await ask(`/api/v1/runs/${id}`)).status));
  await timerAt(nowMs + 29 * DAY_MS);
  await deleteExpired({ ...env, TRUST_POLICY: 'open' }, nowMs + 31 * DAY_MS);
  expect(await statuses()).toEqual([200, 200, 200]);
  await timerAt(nowMs + 31 * DAY_MS);
  expect(await statuses()).toEqual([410, 200, 200]);
});
