import { env } from 'cloudflare:workers';
import { expect, it } from 'vitest';
import { continueRebuild, startRebuild } from '../src/aggregation/rebuild.ts';
import { refreshBoards } from '../src/aggregation/refresh.ts';
import { RUNS_READ } from '../src/boards/votes.ts';
import { changedRunsOf, leaseDirty, markDirty } from '../src/store/dirty.ts';
import { selectRun } from '../src/store/runs.ts';
import { remove } from './client.ts';
import { copyRun } from './copies.ts';
import { makeUpload } from '@opfsmark/schema/test-support/upload';
import { keyOfRun } from './keys.ts';
import { publishTrusted } from './trusted.ts';

const CUT = 'device|2.shared|members';

const readVote = () =>
  env.DB.prepare('SELECT runs, members FROM vote WHERE cut = ?1').bind(CUT).first<{ runs: number; members: string }>();

async function countDrift(): Promise<number | null> {
  await startRebuild(env.DB);
  for (;;) {
    const report = await continueRebuild(env.DB, Date.now());
    if (report?.done !== false) return report?.drift ?? null;
  }
}

it('a vote that has as many runs as it can takes up an older one for each that is deleted', async () => {
  const oldest = await publishTrusted(makeUpload({ declared: { device: 'Members' } }));
  await copyRun(env.DB, oldest, RUNS_READ - 1, {
    run_id: "printf('MEMBER%010d', n)",
    created_ms: 'created_ms + n',
    metrics: "replace(metrics, '1', n % 10)",
  });
  const keys = await keyOfRun(env.DB, oldest);
  await env.DB.prepare('INSERT INTO dirty (keys, since_ms, first_ms) VALUES (?1, 1, 1)').bind(keys).run();
  while ((await refreshBoards(env, Date.now())) > 0);
  const newest = await publishTrusted(makeUpload({ declared: { device: 'Members' }, seed: 2 }));
  const full = await readVote();
  expect(full?.runs).toBe(RUNS_READ);
  expect(full?.members.split(',')).toHaveLength(RUNS_READ);
  expect(full?.members).not.toContain(oldest);

  expect((await remove(newest)).status).toBe(204);
  const after = await readVote();
  expect(after?.members.split(',')).toHaveLength(RUNS_READ);
  expect(after?.members.endsWith(oldest)).toBe(true);
  expect(after?.members).not.toContain(newest);
  expect(await countDrift()).toBe(0);
});

it('changes of a key add up until they are too many to be listed: then all runs are read', async () => {
  const runId = await publishTrusted(makeUpload({ declared: { device: 'Listed' } }));
  const run = await selectRun(env.DB, runId);
  if (!run) throw new Error('not stored');
  const mark = (runIds?: readonly string[]) => markDirty(env.DB, run, Date.now(), runIds).run();
  const readChanged = async () => {
    const keys = await keyOfRun(env.DB, runId);
    const dirty = await leaseDirty(env.DB, keys ?? '', Date.now(), true);
    return dirty && changedRunsOf(dirty);
  };
  await mark();
  await mark(['another']);
  expect(await readChanged()).toEqual([runId, 'another']);
  await mark(Array.from({ length: 201 }, (_, i) => `run-${i}`));
  expect(await readChanged()).toBeNull();
  await mark();
  expect(await readChanged()).toBeNull();
});
