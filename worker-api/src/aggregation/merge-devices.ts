import { cutsOf, packKeys } from '@opfsmark/schema/boards';
import type { Db } from '../base/env.ts';
import { insertAlias } from '../store/devices.ts';
import { markDirty } from '../store/dirty.ts';
import { selectRunsOfDevice, updateDeviceOfRuns, type RunRow } from '../store/runs.ts';
import { selectVotingRuns } from '../store/votes.ts';
import { recountRig, retryLostRaces } from './count.ts';

/**
 * Moves a device's runs to another device, one batch per machine, and keeps the old name as an alias. If it is interrupted,
 * calling it again moves the rest.
 */
export async function mergeDevices(db: Db, from: string, into: string, nowMs: number): Promise<number> {
  await db.batch(insertAlias(db, from, into));
  const runs = await selectRunsOfDevice(db, from);
  for (const [rig, own] of Map.groupBy(runs, (run) => run.rig)) await moveRuns(db, rig, own, into, nowMs);
  return runs.length;
}

async function moveRuns(db: Db, rig: string, runs: readonly RunRow[], into: string, nowMs: number): Promise<void> {
  const ids = runs.map(({ run_id }) => run_id);
  const moved = runs.map((run) => ({ ...run, device: into }));
  const keys = new Set([...runs, ...moved].filter(({ scope }) => scope !== '').map(packKeys));
  await retryLostRaces(async () => {
    const voting = rig === '' ? [] : await selectVotingRuns(db, rig);
    const cuts = [...new Set([...runs, ...moved].flatMap((run) => Object.values(cutsOf(run))))];
    const after = voting.map((run) => (ids.includes(run.run_id) ? { ...run, device: into } : run));
    await db.batch([
      updateDeviceOfRuns(db, ids, into),
      ...(rig === '' ? [] : await recountRig(db, rig, cuts, after)),
      ...[...keys].map((key) => markDirty(db, key, nowMs)),
    ]);
  });
}
