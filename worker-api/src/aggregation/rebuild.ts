import { cutsOf } from '@opfsmark/schema/boards';
import type { Db } from '../base/env.ts';
import { selectGenerations } from '../store/meta.ts';
import {
  beginGeneration,
  countDrift,
  finishGeneration,
  selectRebuildState,
  writeRebuildState,
} from '../store/rebuild.ts';
import { selectRigs } from '../store/runs.ts';
import { selectVotingRuns } from '../store/votes.ts';
import { recountRig, retryLostRaces } from './count.ts';

const RIGS_PER_STEP = 100;

export interface RebuildReport {
  readonly done: boolean;
  readonly generation: number;
  /** Cells that differed between the old generation and the new; `null` until it is done. */
  readonly drift: number | null;
}

/**
 * Starts a second generation of cells, in which uploads count too. An upload that had read the list of generations before
 * fails to write its votes and tries again.
 */
export async function startRebuild(db: Db): Promise<void> {
  if (await selectRebuildState(db)) return;
  const [active = 1] = await selectGenerations(db);
  await db.batch(beginGeneration(db, active, active + 1));
}

/**
 * Counts the next machines from their runs. After the last one it compares both generations, switches to the new one and
 * marks every board for refreshing. A moderator or the timer calls it until it is done; `null` where none is under way.
 */
export async function continueRebuild(db: Db, nowMs: number): Promise<RebuildReport | null> {
  const state = await selectRebuildState(db);
  if (!state) return null;
  const { generation } = state;
  const rigs = await selectRigs(db, state.rig, RIGS_PER_STEP);
  const last = rigs.at(-1);
  if (last !== undefined) {
    for (const rig of rigs) await recount(db, rig, generation);
    await writeRebuildState(db, { generation, rig: last }).run();
    return { done: false, generation, drift: null };
  }
  const drift = await countDrift(db, generation - 1, generation);
  await db.batch(finishGeneration(db, generation, drift, nowMs));
  return { done: true, generation, drift };
}

async function recount(db: Db, rig: string, generation: number): Promise<void> {
  await retryLostRaces(async () => {
    const runs = await selectVotingRuns(db, rig);
    const cuts = [...new Set(runs.flatMap((run) => Object.values(cutsOf(run))))];
    if (cuts.length > 0) await db.batch(await recountRig(db, rig, cuts, runs, generation));
  });
}
