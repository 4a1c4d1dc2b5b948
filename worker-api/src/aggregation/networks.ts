import type { Db } from '../base/env.ts';
import { markDirty } from '../store/dirty.ts';
import { deleteReports } from '../store/moderation.ts';
import { selectRunsOfNetwork, updateStatus, type RunRow } from '../store/runs.ts';

const RUNS_PER_CALL = 40;
/** First reason of a run that was hidden together with its network. */
const BY_NETWORK = 'network';

/** Hides some runs of a network and drops its reports; returns how many it has hidden. */
export async function hideNetwork(db: Db, network: number, nowMs: number): Promise<{ runs: number; done: boolean }> {
  const visible = [
    ...(await selectRunsOfNetwork(db, network, 'published', RUNS_PER_CALL)),
    ...(await selectRunsOfNetwork(db, network, 'held', RUNS_PER_CALL)),
  ];
  await db.batch([
    ...visible.flatMap((run) => [
      updateStatus(db, run.run_id, 'hidden', [BY_NETWORK, run.status, ...reasonsOf(run)]),
      ...markOf(db, run, nowMs),
    ]),
    deleteReports(db, 'network', network),
  ]);
  return { runs: visible.length, done: visible.length < RUNS_PER_CALL };
}

/** Gives some of the runs that were hidden with their network the status that they had before. */
export async function restoreNetwork(db: Db, network: number, nowMs: number): Promise<{ runs: number; done: boolean }> {
  const all = await selectRunsOfNetwork(db, network, 'hidden', -1);
  const hidden = all.filter((run) => reasonsOf(run)[0] === BY_NETWORK).slice(0, RUNS_PER_CALL);
  const statements = hidden.flatMap((run) => {
    const [, status, ...reasons] = reasonsOf(run);
    return [updateStatus(db, run.run_id, status === 'held' ? 'held' : 'published', reasons), ...markOf(db, run, nowMs)];
  });
  if (statements.length > 0) await db.batch(statements);
  return { runs: hidden.length, done: hidden.length < RUNS_PER_CALL };
}

const reasonsOf = ({ reasons }: RunRow) => JSON.parse(reasons) as string[];

function markOf(db: Db, run: RunRow, nowMs: number): D1PreparedStatement[] {
  return run.scope === '' ? [] : [markDirty(db, run, nowMs)];
}
