import { cutsOf } from '@opfsmark/schema/boards';
import { env } from 'cloudflare:workers';
import { modelNamesOf, readModels } from '../src/aggregation/count.ts';
import { countCohort, type CohortRun } from '../src/boards/cohort.ts';
import { rankPolicyOf } from '../src/boards/policy.ts';
import { unpackMetrics, type StoredMetrics } from '../src/boards/stored-metrics.ts';
import { bodyOf, selectCohortsByPrefix } from '../src/store/cohorts.ts';

type Row = Omit<CohortRun, 'metrics'> & StoredMetrics & { readonly drive_name: string };

/**
 * Cohorts that differ from what the runs say, counted from nothing: votes of deleted runs, votes counted twice, votes that
 * are missing.
 */
export async function countGhosts(db: D1Database): Promise<number> {
  const { results } = await db
    .prepare("SELECT * FROM run WHERE status = 'published' AND trust = 1 AND scope <> ''")
    .all<Row>();
  const runs = results.map((row): CohortRun => ({ ...row, driveName: row.drive_name, metrics: unpackMetrics(row) }));
  const cuts = [...new Set(runs.flatMap((run) => Object.values(cutsOf(run))))];
  const stored = new Map((await selectCohortsByPrefix(db, '', -1)).map((own) => [own.cut, own]));
  const models = await readModels(db, cuts);
  const wrong = cuts.filter((cut) => {
    const own = stored.get(cut);
    const nowMs = own?.counted_ms ?? Date.now();
    const counted = countCohort(cut, runs, modelNamesOf(cut, models, new Map()), rankPolicyOf(env), nowMs);
    // A cohort whose runs are all too old has no row.
    return own ? own.runs !== counted.runs || own.body !== bodyOf(counted.cohort) : counted.runs > 0;
  });
  return wrong.length + [...stored.keys()].filter((cut) => !cuts.includes(cut)).length;
}
