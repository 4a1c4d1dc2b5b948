import type { CellSummary, Warning } from '@opfsmark/schema/api';
import { parseCut } from '@opfsmark/schema/boards';
import type { Db } from '../base/env.ts';
import { RUNS_SPREAD } from '../base/limits.ts';
import { runsOfCut } from '../boards/cohort.ts';
import { mayStand } from '../boards/counting.ts';
import { trustsAll, type TrustVars } from '../boards/policy.ts';
import { readableMetrics } from '../boards/stored-metrics.ts';
import { summarize } from '../boards/summary.ts';
import { withoutUnusual } from '../boards/unusual.ts';
import { type RunClass, warningsOf } from '../boards/warned.ts';
import { selectCohorts } from '../store/cohorts.ts';
import { type ListedRun, NEWEST, selectListed, selectRuns } from '../store/listing.ts';
import { selectWarnings } from '../store/warnings.ts';

interface CutSummary {
  readonly runs: number;
  readonly metrics: CellSummary[];
}

/** Cuts as every page shows them, in their order, from what is confirmed and from some runs. */
export async function readSummaries(
  vars: TrustVars,
  db: Db,
  cuts: readonly string[],
  runs: readonly ListedRun[],
  warnings: readonly Warning[],
): Promise<CutSummary[]> {
  const isOpen = trustsAll(vars);
  const standingRuns = runs
    .filter((run) => run.listed === 1 && mayStand(run, isOpen))
    .map((run) => ({ ...run, metrics: readableMetrics(run) }))
    .map((run) => (isOpen ? run : withoutUnusual(run)));
  const cohorts = await selectCohorts(db, cuts);
  return cuts.map((cut) => {
    const [storedCohort, listedRuns] = [cohorts.get(cut), runsOfCut(cut, standingRuns)];
    const cells = summarize(storedCohort?.cohort ?? null, listedRuns, isOpen);
    const classes = new Map<string, RunClass>([
      ...listedRuns.map((run) => [run.run_id, run] as const),
      ...Object.entries(storedCohort?.cohort?.classes ?? {}),
    ]);
    const metrics = cells.map((cell) => ({ ...cell, ...warningsOf(warnings, classes.get(cell.run_id)) }));
    return { runs: Math.max(storedCohort?.runs ?? 0, listedRuns.length), metrics };
  });
}

/** Runs of a cut: of a model those that its page has, of anything else those that its boards list. */
function selectRunsOfCut(db: Db, cut: string): Promise<ListedRun[]> {
  const { kind, keys } = parseCut(cut) ?? {};
  const slug = kind === 'device' || kind === 'drive' ? keys?.[kind] : undefined;
  return (kind === 'device' || kind === 'drive') && slug !== undefined
    ? selectRuns(db, { by: kind, value: slug }, NEWEST, RUNS_SPREAD)
    : selectListed(db, keys?.scope ?? '');
}

/** One cut as every page shows it. */
export async function readSummary(vars: TrustVars, db: Db, cut: string): Promise<CutSummary> {
  const [runs, warnings] = await Promise.all([selectRunsOfCut(db, cut), selectWarnings(db)]);
  const [summary] = await readSummaries(vars, db, [cut], runs, warnings);
  return summary ?? { runs: 0, metrics: [] };
}
