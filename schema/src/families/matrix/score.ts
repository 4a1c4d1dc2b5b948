import type { JobResult } from '../../documents/pass.ts';
import type { Row } from '../../documents/row.ts';
import { rowSlug } from '../../documents/row-name.ts';
import { median, standardDeviation } from '../../documents/stats.ts';
import { bytesPerSecond, type Summary } from '../../figures/derive.ts';
import type { RecordOf } from '../family.ts';
import { driveFigure } from './drive-figure-in-record.ts';
import type { MatrixPlan, ProfileId } from './plan-schema.ts';
import { changedParameters } from './profiles.ts';
import { REFERENCES, SCORE_TERMS, type ScoreKind, type ScoreTermId } from './references.ts';
import type { MatrixResult } from './result-schema.ts';

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
  /** Holds the score of another run on the same computer with a probability of 90 %: see `scoreInterval`. */
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
  /** Some row's reads did not come from the drive, or nobody can tell. */
  | { readonly reason: 'no_drive_reads' };

/** Geometric mean by summed logarithms: no product that could overflow, and the order does not matter. */
export function geometricMean(values: readonly number[]): number {
  return Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);
}

/**
 * By how much the scores of runs on one computer are taken to differ at the least, as a standard deviation of their
 * logarithms: `docs/METHODOLOGY.md` says how often that held.
 */
export const BETWEEN_RUNS: Readonly<Record<ScoreKind, number>> = { drive: 0.1, app_feel: 0.1 };
/** Of a normal distribution, within 90 %. */
const Z = 1.645;
/** Fewer earlier runs say too little about how much they differ. */
const MIN_EARLIER = 3;
/** A median of loops is less sure than their mean would be. */
const MEDIAN_STRETCH = 1.25;

/** A spread that few runs show is less sure: Student's t / Z, to 5 %. */
const fewRunsStretch = (runs: number) => 1 + 1.4 / (runs - 1);

interface Term extends ScoreTerm {
  /** Standard error of the logarithm of the value, by its loops. */
  readonly error: number;
}

/**
 * Half the width of the interval, in logarithms: for another run, which errs as much as this one. `earlier`: points of
 * other runs of the same plan in this browser.
 */
function halfWidth(kind: ScoreKind, terms: readonly Term[], earlier: readonly number[]): number {
  const within = Math.sqrt(terms.reduce((sum, { error }) => sum + error ** 2, 0)) / terms.length;
  const seen =
    earlier.length < MIN_EARLIER ? 0 : standardDeviation(earlier.map(Math.log)) * fewRunsStretch(earlier.length);
  return Z * Math.SQRT2 * Math.hypot(Math.max(BETWEEN_RUNS[kind], seen), within);
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
  const error = (MEDIAN_STRETCH * standardDeviation(speed.values.map(Math.log))) / Math.sqrt(speed.values.length);
  return { row: slug, term, value, reference, ratio: value / reference, error };
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
  if (kind === 'drive' && (plan.cache === 'as-is' || lacksDriveReads(record))) return { reason: 'no_drive_reads' };
  const terms = plan.rows.flatMap((row) => SCORE_TERMS[kind].map((term) => termOf(record, term, row)));
  const known = terms.filter((term) => term !== null);
  if (known.length < terms.length) return { reason: 'not_finished' };
  const points = POINTS * geometricMean(known.map(({ ratio }) => ratio));
  const width = Math.exp(halfWidth(kind, known, earlier));
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
