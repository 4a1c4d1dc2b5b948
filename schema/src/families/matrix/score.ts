import type { JobResult } from '../../documents/pass.ts';
import type { Row } from '../../documents/row.ts';
import { rowSlug } from '../../documents/row-name.ts';
import { median, standardDeviation, studentT95 } from '../../documents/stats.ts';
import { bytesPerSecond, type Summary } from '../../figures/derive.ts';
import { BETWEEN_RUNS, TAKEN_FOR_RUNS } from '../../figures/between-runs.ts';
import type { RecordOf } from '../family.ts';
import { driveFigure } from './drive-figure-in-record.ts';
import type { MatrixPlan, ProfileId } from './plan-schema.ts';
import { changedParameters } from './profiles.ts';
import { REFERENCES, SCORE_TERMS, type ScoreKind, type ScoreTermId } from './references.ts';
import type { MatrixResult } from './result-schema.ts';
import { verdictInRecord } from './verdict.ts';

/** Those that show the whole of a drive; the others are for a question of their own. */
const SCORED_PROFILES: readonly ProfileId[] = ['quick', 'default', 'nvme'];
const POINTS = 1000;

export interface ScoreTerm {
  readonly row: string;
  readonly term: ScoreTermId;
  /** Bytes per second. */
  readonly value: number;
  readonly reference: number;
  readonly ratio: number;
}

export interface Score {
  readonly points: number;
  /** Holds the score of another run on the same computer with a probability of 90 %: see `scoreHalfWidth`. */
  readonly low: number;
  readonly high: number;
  readonly terms: readonly ScoreTerm[];
}

export type ScoreRefusal =
  | { readonly reason: 'changed_parameters'; readonly parameters: readonly (keyof MatrixPlan)[] }
  /** The run was stopped or failed, or one of its jobs was. */
  | { readonly reason: 'not_finished' }
  | { readonly reason: 'profile_without_score' }
  /** Not measured through sync handles. */
  | { readonly reason: 'other_engine' }
  /** Flushes do nothing, or the files are kept in memory: what counts as saved was not. */
  | { readonly reason: 'not_saved' }
  /** Some row's reads did not come from the drive, or nobody can tell. */
  | { readonly reason: 'no_drive_reads' };

/** Geometric mean by summed logarithms: no product that could overflow, and the order does not matter. */
export function geometricMean(values: readonly number[]): number {
  return Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);
}

/** Runs differ by this share of what the loops of one run differ by: what disturbs a loop seldom ends with the run. */
export const PER_LOOP_SPREAD: Readonly<Record<ScoreKind, number>> = { drive: 0.3, app_feel: 0.6 };

interface Term extends ScoreTerm {
  /** Standard deviation of the logarithms of its loops; `null` of a single one. */
  readonly loopSpread: number | null;
}

/** Mean over the terms that have several loops; 0 where none has. */
function meanLoopSpread(terms: readonly Term[]): number {
  const spreads = terms.flatMap(({ loopSpread }) => loopSpread ?? []);
  return spreads.length === 0 ? 0 : spreads.reduce((sum, spread) => sum + spread, 0) / spreads.length;
}

/**
 * Half the width of the interval, in logarithms: a prediction of another run, which errs as much as this one. `earlier`:
 * points of other runs of the same plan in this browser.
 */
export function scoreHalfWidth(
  kind: ScoreKind,
  points: number,
  loopSpread: number,
  earlier: readonly number[] = [],
): number {
  const assumed = Math.hypot(BETWEEN_RUNS, PER_LOOP_SPREAD[kind] * loopSpread);
  const seen = standardDeviation([points, ...earlier].map(Math.log));
  const runs = TAKEN_FOR_RUNS + earlier.length;
  const spread = Math.sqrt((TAKEN_FOR_RUNS * assumed ** 2 + earlier.length * seen ** 2) / runs);
  return studentT95(runs) * Math.SQRT2 * spread;
}

function jobsOfTerm(term: ScoreTermId, jobs: readonly JobResult[]): JobResult[] {
  const reads = { drive_read: 'drive', memory_read: 'memory' }[term as string];
  return jobs.filter((job) => (reads === undefined ? job.direction === 'write' : job.reads === reads));
}

function speedOf(record: RecordOf<MatrixPlan, MatrixResult>, term: ScoreTermId, job: JobResult): Summary | null {
  if (job.status !== 'done') return null;
  switch (term) {
    case 'drive_read': {
      const found = driveFigure(record, job);
      return found.kind === 'whole' ? found.speed : null;
    }
    case 'memory_read':
      return bytesPerSecond(job);
    default:
      return bytesPerSecond(job, term);
  }
}

function termOf(record: RecordOf<MatrixPlan, MatrixResult>, term: ScoreTermId, row: Row): Term | null {
  const slug = rowSlug(row);
  const reference = REFERENCES[slug]?.[term].bytesPerS;
  const job = jobsOfTerm(term, record.result.jobs).find((candidate) => rowSlug(candidate.row) === slug);
  const speed = job ? speedOf(record, term, job) : null;
  if (reference === undefined || speed === null || speed.min <= 0) return null;
  const value = median(speed.values);
  const loopSpread = speed.values.length > 1 ? standardDeviation(speed.values.map(Math.log)) : null;
  return { row: slug, term, value, reference, ratio: value / reference, loopSpread };
}

/** Whether the drive was not read, in a run that is finished otherwise. */
function lacksDriveReads(record: RecordOf<MatrixPlan, MatrixResult>): boolean {
  const reads = jobsOfTerm('drive_read', record.result.jobs);
  return reads.every(({ status }) => status === 'done') && reads.some((job) => !speedOf(record, 'drive_read', job));
}

/** 1000 x the geometric mean of value / reference over all terms of all rows, or why there is none. */
export function scoreOf(
  record: RecordOf<MatrixPlan, MatrixResult>,
  kind: ScoreKind,
  earlier: readonly number[] = [],
): Score | ScoreRefusal {
  const { plan, environment } = record;
  if (environment.engine !== 'opfs-sync') return { reason: 'other_engine' };
  // Where only memory is read, what apps feel is the same.
  const parameters = changedParameters(plan).filter((field) => field !== 'cache' || plan.cache !== 'as-is');
  if (parameters.length > 0) return { reason: 'changed_parameters', parameters };
  if (!SCORED_PROFILES.includes(plan.profile)) return { reason: 'profile_without_score' };
  if (record.status !== 'done') return { reason: 'not_finished' };
  const writes = record.result.jobs.filter(({ direction }) => direction === 'write');
  if (writes.some((job) => verdictInRecord(record, job) !== null)) return { reason: 'not_saved' };
  if (kind === 'drive' && (plan.cache === 'as-is' || lacksDriveReads(record))) return { reason: 'no_drive_reads' };
  const terms = plan.rows.flatMap((row) => SCORE_TERMS[kind].map((term) => termOf(record, term, row)));
  const known = terms.filter((term) => term !== null);
  if (known.length < terms.length) return { reason: 'not_finished' };
  const points = POINTS * geometricMean(known.map(({ ratio }) => ratio));
  const width = Math.exp(scoreHalfWidth(kind, points, meanLoopSpread(known), earlier));
  return {
    points,
    low: points / width,
    high: points * width,
    terms: known.map(({ row, term, value, reference, ratio }) => ({ row, term, value, reference, ratio })),
  };
}

export function isScore(score: Score | ScoreRefusal): score is Score {
  return 'points' in score;
}
