import type { CellSummary, Warning } from '@opfsmark/schema/api';
import type { Db } from '../base/env.ts';
import { policyOf, type PolicyVars } from '../boards/policy.ts';
import { summarizeCohort } from '../boards/summary.ts';
import { warningsOf } from '../boards/warned.ts';
import { cohortOf, selectCohorts } from '../store/cohorts.ts';
import { selectWarnings } from '../store/warnings.ts';

export interface CutSummary {
  readonly cut: string;
  /** How it is called on boards; `null` where nothing of it counts. */
  readonly name: string | null;
  readonly runs: number;
  /** Some of its runs are confirmed. */
  readonly isConfirmed: boolean;
  readonly metrics: CellSummary[];
  /** The runs that stand for its metrics, and the newest of each provider. */
  readonly typicalIds: readonly string[];
  readonly newestIds: readonly string[];
}

/** Cuts as every page shows them, in their order. */
export async function readSummaries(
  vars: PolicyVars,
  db: Db,
  cuts: readonly string[],
  warnings: readonly Warning[],
): Promise<CutSummary[]> {
  const policy = policyOf(vars);
  const rows = await selectCohorts(db, cuts);
  return cuts.map((cut) => {
    const cohort = cohortOf(rows.get(cut));
    if (!cohort) return { cut, name: null, runs: 0, isConfirmed: false, metrics: [], typicalIds: [], newestIds: [] };
    const statistics = [...Object.values(cohort.all), ...Object.values(cohort.confirmed)];
    const classes = new Map(statistics.map(({ run }) => [run.run_id, run]));
    const cells = summarizeCohort(cohort, policy);
    const metrics = cells.map((cell) => ({ ...cell, ...warningsOf(warnings, classes.get(cell.run_id)) }));
    const isConfirmed = cohort.confirmedRuns > 0;
    const ids = { typicalIds: metrics.map(({ run_id }) => run_id), newestIds: cohort.newest };
    return { cut, name: cohort.shown.name, runs: cohort.runs, isConfirmed, metrics, ...ids };
  });
}

/** One cut as every page shows it. */
export async function readSummary(
  vars: PolicyVars,
  db: Db,
  cut: string,
): Promise<{ runs: number; metrics: CellSummary[] }> {
  const [summary] = await readSummaries(vars, db, [cut], await selectWarnings(db));
  return { runs: summary?.runs ?? 0, metrics: summary?.metrics ?? [] };
}
