import { packKeys } from '@opfsmark/schema/boards';
import type { Db } from '../base/env.ts';
import { deleteAlias, deleteDeviceWithoutRuns, insertAlias, insertDevice } from '../store/devices.ts';
import { markDirty } from '../store/dirty.ts';
import { selectRunsOfDevice, updateDeviceOfRuns, type RunRow } from '../store/runs.ts';

const RUNS_PER_BATCH = 100;

/**
 * Moves a device's runs to another device and keeps the old slug as an alias. If it is interrupted, calling it again moves
 * the rest. The runs keep the name that was declared, so that it can be undone.
 */
export async function mergeDevices(db: Db, from: string, into: string, nowMs: number): Promise<number> {
  await db.batch(insertAlias(db, from, into));
  const runs = await selectRunsOfDevice(db, from);
  await moveRuns(db, runs, into, nowMs);
  await db.batch(deleteDeviceWithoutRuns(db, from));
  return runs.length;
}

/**
 * Makes an alias a device again, with the runs whose declared name has its slug.
 *
 * @param slugOf the slug of a declared name
 */
export async function unmergeDevice(
  db: Db,
  { alias, device, slugOf }: { alias: string; device: string; slugOf: (name: string) => string },
  nowMs: number,
): Promise<number> {
  const runs = (await selectRunsOfDevice(db, device)).filter((run) => slugOf(run.name) === alias);
  const [first] = runs;
  if (first) await db.batch([insertDevice(db, alias, first.name, nowMs)]);
  await moveRuns(db, runs, alias, nowMs);
  await db.batch([deleteAlias(db, alias), ...deleteDeviceWithoutRuns(db, device)]);
  return runs.length;
}

async function moveRuns(db: Db, runs: readonly RunRow[], device: string, nowMs: number): Promise<void> {
  for (let i = 0; i < runs.length; i += RUNS_PER_BATCH) {
    const some = runs.slice(i, i + RUNS_PER_BATCH);
    const changed = some.flatMap((run) => [run, { ...run, device }]).filter(({ scope }) => scope !== '');
    const marks = new Map(changed.map((run) => [`${packKeys(run)}|${run.network}`, run]));
    await db.batch([
      updateDeviceOfRuns(
        db,
        some.map(({ run_id }) => run_id),
        device,
      ),
      ...[...marks.values()].map((run) => markDirty(db, run, run.network, nowMs)),
    ]);
  }
}
