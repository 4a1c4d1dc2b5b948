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
import { selectKeysOfNetwork, selectNetworks } from '../store/runs.ts';
import { recountNetwork } from './recount.ts';
import { retryLostRaces } from './retry.ts';

const NETWORKS_PER_STEP = 100;
const CUTS_PER_BATCH = 40;

export interface RebuildReport {
  readonly done: boolean;
  readonly generation: number;
  /** Cells that differed between the old generation and the new; `null` until it is done. */
  readonly drift: number | null;
}

/**
 * Starts a second generation of cells, in which uploads count too. A refresh that had read the list of generations
 * before fails to write its votes and tries again.
 */
export async function startRebuild(db: Db): Promise<void> {
  if (await selectRebuildState(db)) return;
  const [active = 1] = await selectGenerations(db);
  await db.batch(beginGeneration(db, active, active + 1));
}

/**
 * Counts the next networks from their runs. After the last one it compares both generations, switches to the new one and
 * marks every board for refreshing. A moderator or the timer calls it until it is done; `null` where none is under way.
 */
export async function continueRebuild(db: Db, nowMs: number): Promise<RebuildReport | null> {
  const state = await selectRebuildState(db);
  if (!state) return null;
  const { generation } = state;
  const networks = await selectNetworks(db, state.network, NETWORKS_PER_STEP);
  const last = networks.at(-1);
  if (last !== undefined) {
    for (const network of networks) await recount(db, network, generation);
    await writeRebuildState(db, { generation, network: last }).run();
    return { done: false, generation, drift: null };
  }
  const drift = await countDrift(db, generation - 1, generation);
  await db.batch(finishGeneration(db, generation, drift, nowMs));
  return { done: true, generation, drift };
}

async function recount(db: Db, network: number, generation: number): Promise<void> {
  const keys = await selectKeysOfNetwork(db, network);
  const cuts = [...new Set(keys.flatMap((own) => Object.values(cutsOf(own))))];
  for (let i = 0; i < cuts.length; i += CUTS_PER_BATCH) {
    const some = cuts.slice(i, i + CUTS_PER_BATCH);
    await retryLostRaces(() => recountNetwork(db, network, some, { changed: null, onlyGeneration: generation }));
  }
}
