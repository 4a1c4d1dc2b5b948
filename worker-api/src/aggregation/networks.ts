import type { RunStatus } from '@opfsmark/schema/api';
import type { Env } from '../base/env.ts';
import { deleteReports } from '../store/moderation.ts';
import { selectRunsOfNetwork, updateStatus, type RunRow } from '../store/runs.ts';
import { changeRuns, memberIf } from './status.ts';

const NETWORK_RUNS_PER_CALL = 40;
/** First reason of a run that was hidden together with its network. */
const BY_NETWORK = 'network';

/** Hides some runs of a network and drops its reports; returns how many it has hidden. */
export async function hideNetwork(env: Env, network: number, nowMs: number): Promise<{ runs: number; done: boolean }> {
  const db = env.DB;
  const visible = [
    ...(await selectRunsOfNetwork(db, network, 'published', NETWORK_RUNS_PER_CALL)),
    ...(await selectRunsOfNetwork(db, network, 'held', NETWORK_RUNS_PER_CALL)),
  ];
  const updates = visible.map((run) =>
    updateStatus(db, run.run_id, 'hidden', [BY_NETWORK, run.status, ...reasonsOf(run)]),
  );
  const gone = visible.map(({ run_id }) => run_id);
  await changeRuns(env, visible, { gone }, [...updates, deleteReports(db, 'network', network)], nowMs);
  return { runs: visible.length, done: visible.length < NETWORK_RUNS_PER_CALL };
}

/** Gives some of the runs that were hidden with their network the status that they had before. */
export async function restoreNetwork(
  env: Env,
  network: number,
  nowMs: number,
): Promise<{ runs: number; done: boolean }> {
  const db = env.DB;
  const all = await selectRunsOfNetwork(db, network, 'hidden', -1);
  const hidden = all.filter((run) => reasonsOf(run)[0] === BY_NETWORK).slice(0, NETWORK_RUNS_PER_CALL);
  const statusOf = (run: RunRow): RunStatus => (reasonsOf(run)[1] === 'held' ? 'held' : 'published');
  const updates = hidden.map((run) => updateStatus(db, run.run_id, statusOf(run), reasonsOf(run).slice(2)));
  const added = hidden.flatMap((run) => memberIf(run, { status: statusOf(run) }));
  if (hidden.length > 0) await changeRuns(env, hidden, { added }, updates, nowMs);
  return { runs: hidden.length, done: hidden.length < NETWORK_RUNS_PER_CALL };
}

const reasonsOf = ({ reasons }: RunRow) => JSON.parse(reasons) as string[];
