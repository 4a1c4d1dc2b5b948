import { cutsOf, packKeys } from '@opfsmark/schema/boards';
import type { Db } from '../base/env.ts';
import { markDirty } from '../store/dirty.ts';
import { deleteRun, updateStatus, type RunRow, type RunStatus } from '../store/runs.ts';
import { selectVotingRuns } from '../store/votes.ts';
import { recountRig, retryLostRaces } from './count.ts';

/** Whether a run with this status counts in its machine's votes. */
export function isVoting(run: Pick<RunRow, 'rig' | 'trust' | 'scope' | 'status'>): boolean {
  return run.status === 'published' && mayVote(run);
}

function mayVote({ rig, trust, scope }: Pick<RunRow, 'rig' | 'trust' | 'scope'>): boolean {
  return rig !== '' && trust === 1 && scope !== '';
}

/** Publishes, holds, hides or deletes a run and corrects its machine's votes, in one batch. */
export async function changeStatus(
  db: Db,
  run: RunRow,
  status: RunStatus,
  reasons: readonly string[],
  nowMs: number,
  more: readonly D1PreparedStatement[] = [],
): Promise<void> {
  await retryLostRaces(async () => {
    const others = mayVote(run) ? await selectVotingRuns(db, run.rig, run.run_id) : [];
    const runs = status === 'published' ? [...others, run] : others;
    await db.batch([
      ...(status === 'deleted' ? deleteRun(db, run.run_id) : [updateStatus(db, run.run_id, status, reasons)]),
      ...(mayVote(run) ? await recountRig(db, run.rig, Object.values(cutsOf(run)), runs) : []),
      ...(run.scope === '' ? [] : [markDirty(db, packKeys(run), nowMs)]),
      ...more,
    ]);
  });
}
