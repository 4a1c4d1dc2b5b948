import { CUT_KEYS, type CutKeys, parseCut } from '@opfsmark/schema/boards';
import {
  countCohort,
  type CohortStatistics,
  type CountedRun,
  monthsAfter,
  type RankPolicy,
} from '@opfsmark/schema/ranks';
import { lineOf, type ModelNames } from './lines.ts';
import { type Cohort, NOT_LISTED, packCohort } from './stored-cohort.ts';

/** A run that counts in cohorts. */
export interface CohortRun extends CountedRun, CutKeys {
  readonly evidence: number;
}

/** Runs until this moment are too old to count. */
export const agedUntilMs = ({ months }: Pick<RankPolicy, 'months'>, nowMs: number): number =>
  monthsAfter(nowMs, -months);

/** Those of some runs that belong to a cut. */
export function runsOfCut<Run extends CutKeys>(cut: string, runs: readonly Run[]): Run[] {
  const keys = parseCut(cut)?.keys;
  return keys ? runs.filter((run) => CUT_KEYS.every((key) => keys[key] === undefined || keys[key] === run[key])) : [];
}

/** A cohort as it is stored. */
export interface CountedCohort {
  readonly runs: number;
  readonly confirmed: 0 | 1;
  readonly names: CohortStatistics['names'];
  /** `null` for what may not stand on boards. */
  readonly cohort: Cohort | null;
  readonly body: string;
}

/** A cohort with its names; nothing is said of what a moderator has rejected. */
export function nameCohort(cut: string, statistics: CohortStatistics, models: ModelNames): CountedCohort {
  const { shown, isRejected } = lineOf(cut, models, statistics.names);
  const { names, ...said } = statistics;
  const { runs, confirmedRuns } = said;
  const cohort = isRejected || runs === 0 ? null : { ...said, shown };
  const body = cohort ? packCohort(cohort) : NOT_LISTED;
  return { runs, confirmed: confirmedRuns > 0 && !isRejected ? 1 : 0, names, cohort, body };
}

/** Counts the runs of one cohort; those of others, and what is too old, are left out. */
export function countCut(
  cut: string,
  runs: readonly CohortRun[],
  models: ModelNames,
  policy: RankPolicy,
  nowMs: number,
): CountedCohort {
  const agedMs = agedUntilMs(policy, nowMs);
  const current = runsOfCut(cut, runs).filter(({ created_ms }) => created_ms > agedMs);
  return nameCohort(cut, countCohort(current, policy), models);
}
