import { env } from 'cloudflare:workers';
import { SnapshotManifest } from '@opfsmark/schema/api';
import { cutsOf } from '@opfsmark/schema/boards';
import { compareBoards, computeBoards, readBoards } from '../recompute/boards.ts';
import { type ReadFile, readSnapshot, type ReadSnapshot } from '../recompute/snapshot.ts';
import { modelNamesOf, readModels } from '../src/aggregation/count.ts';
import { type CohortRun, countCut } from '../src/boards/count.ts';
import { policyOf } from '../src/boards/policy.ts';
import { type StoredMetrics, unpackMetrics } from '../src/boards/stored-metrics.ts';
import { continueSnapshot, startSnapshot } from '../src/snapshot/take.ts';
import { selectCohortsByPrefix } from '../src/store/cohorts.ts';
import { ask } from './client.ts';

type Row = Omit<CohortRun, 'metrics'> & StoredMetrics;

/** Cohorts that differ from what the runs say, counted from nothing: deleted runs, runs counted twice, runs that are missing. */
export async function countGhosts(db: D1Database): Promise<number> {
  const { results } = await db
    .prepare("SELECT * FROM run WHERE status = 'published' AND evidence = 2 AND scope <> ''")
    .all<Row>();
  const runs = results.map((row): CohortRun => ({ ...row, metrics: unpackMetrics(row) }));
  const cuts = [...new Set(runs.flatMap((run) => Object.values(cutsOf(run))))];
  const storedCohorts = new Map((await selectCohortsByPrefix(db, '', -1)).map((cohort) => [cohort.cut, cohort]));
  const models = await readModels(db, cuts);
  const wrongCuts = cuts.filter((cut) => {
    const cohort = storedCohorts.get(cut);
    const count = countCut(cut, runs, modelNamesOf(cut, models), policyOf(env), cohort?.counted_ms ?? Date.now());
    // A cohort whose runs are all too old has no row.
    return cohort ? cohort.runs !== count.runs || cohort.body !== count.body : count.runs > 0;
  });
  return wrongCuts.length + [...storedCohorts.keys()].filter((cut) => !cuts.includes(cut)).length;
}

export async function takeSnapshot(runsPerFile?: number): Promise<void> {
  await startSnapshot(env.DB, Date.now());
  while (await continueSnapshot(env, runsPerFile));
}

const readJson = async (path: string): Promise<unknown> => (await ask(path)).json();
export const readManifest = async () => SnapshotManifest.parse(await readJson('/api/v1/snapshot'));
export const readServed: ReadFile = async ({ url }) => (await ask(url)).arrayBuffer();
export const readAll = async (readFile = readServed): Promise<ReadSnapshot> =>
  readSnapshot(await readJson('/api/v1/snapshot'), readFile);

export const readServedBoards = () => readBoards(readJson);
export const compare = (snapshot: ReadSnapshot, servedBoards: Awaited<ReturnType<typeof readBoards>>) =>
  compareBoards(computeBoards(snapshot), servedBoards);
export const differences = async (snapshot: ReadSnapshot) => compare(snapshot, await readServedBoards());
