import type { Env } from '../base/env.ts';
import { markCohorts } from '../store/cohorts.ts';
import { deleteAlias, deleteModelWithoutRuns, insertAlias, insertModel, type ModelKind } from '../store/models.ts';
import { selectRunsOfModel, updateModelOfRuns, type RunRow } from '../store/runs.ts';
import { cutsOfRun } from './count.ts';

const RUNS_PER_BATCH = 100;

/**
 * Moves the runs of a device or drive to another one and keeps the old slug as an alias. If it is interrupted, calling it
 * again moves the rest. The runs keep the name that was declared, so that it can be undone.
 */
export async function mergeModels(
  env: Env,
  kind: ModelKind,
  { from, into }: { from: string; into: string },
): Promise<number> {
  const db = env.DB;
  await db.batch(insertAlias(db, kind, from, into));
  const runs = await selectRunsOfModel(db, kind, from);
  await moveRuns(env, kind, runs, into);
  await db.batch(deleteModelWithoutRuns(db, kind, from));
  return runs.length;
}

const DECLARED: Readonly<Record<ModelKind, (run: RunRow) => string>> = {
  device: ({ name }) => name,
  drive: ({ drive_name }) => drive_name,
};

/**
 * Makes an alias a device or drive again, with the runs whose declared name has its slug.
 *
 * @param slugOf the slug of a declared name
 */
export async function unmergeModel(
  env: Env,
  kind: ModelKind,
  { alias, slug, slugOf }: { alias: string; slug: string; slugOf: (name: string) => string },
  nowMs: number,
): Promise<number> {
  const db = env.DB;
  const nameOf = DECLARED[kind];
  const runs = (await selectRunsOfModel(db, kind, slug)).filter((run) => slugOf(nameOf(run)) === alias);
  const [first] = runs;
  if (first) await db.batch([insertModel(db, kind, alias, nameOf(first), nowMs)]);
  await moveRuns(env, kind, runs, alias);
  await db.batch([deleteAlias(db, kind, alias), ...deleteModelWithoutRuns(db, kind, slug)]);
  return runs.length;
}

async function moveRuns(env: Env, kind: ModelKind, runs: readonly RunRow[], slug: string): Promise<void> {
  const db = env.DB;
  for (let i = 0; i < runs.length; i += RUNS_PER_BATCH) {
    const some = runs.slice(i, i + RUNS_PER_BATCH);
    const changed = some.flatMap((run) => [run, { ...run, [kind]: slug }]);
    const cuts = [...new Set(changed.flatMap(cutsOfRun))];
    const ids = some.map(({ run_id }) => run_id);
    await db.batch([updateModelOfRuns(db, kind, ids, slug), ...markCohorts(db, cuts, 1)]);
  }
}
