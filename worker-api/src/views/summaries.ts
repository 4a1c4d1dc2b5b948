import type { CellSummary } from '@opfsmark/schema/api';
import { parseCut } from '@opfsmark/schema/boards';
import type { Db } from '../base/env.ts';
import { RUNS_SPREAD } from '../base/limits.ts';
import { runsOfCut } from '../boards/cohort.ts';
import { trustsAll, type TrustVars } from '../boards/policy.ts';
import { readableMetrics } from '../boards/stored-metrics.ts';
import { summarize } from '../boards/summary.ts';
import { withoutUnusual } from '../boards/unusual.ts';
import { selectCohorts } from '../store/cohorts.ts';
import { type ListedRun, NEWEST, selectListed, selectRuns } from '../store/listing.ts';

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
): Promise<CutSummary[]> {
  const isOpen = trustsAll(vars);
  const mayStand = ({ listed, trust }: ListedRun) => listed === 1 && (trust === 1 || isOpen);
  const standing = runs
    .filter(mayStand)
    .map((run) => ({ ...run, metrics: readableMetrics(run) }))
    .map((run) => (isOpen ? run : withoutUnusual(run)));
  const cohorts = await selectCohorts(db, cuts);
  return cuts.map((cut) => {
    const [stored, listed] = [cohorts.get(cut), runsOfCut(cut, standing)];
    const metrics = summarize(stored?.cohort ?? null, listed, isOpen);
    return { runs: Math.max(stored?.runs ?? 0, listed.length), metrics };
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
  const [summary] = await readSummaries(vars, db, [cut], await selectRunsOfCut(db, cut));
  return summary ?? { runs: 0, metrics: [] };
}
