import type { Row } from '../../documents/checks.ts';
import { rowSlug } from '../../documents/row-name.ts';
import { geometricMean } from '../../documents/deviations.ts';
import { bytesPerSecond } from '../../figures/derive.ts';
import type { MeasuredValue } from '../../figures/loops.ts';
import type { MeasuredMark } from '../answer.ts';
import type { FamilyId } from '../ids.ts';
import { POINTS, pointsOf, type Score } from '../points.ts';
import { DRIVE_LIMITS } from '../verdict.ts';
import { verdictMarks } from './answer.ts';
import { jobsOf } from './jobs.ts';
import { driveFigure, verdictInRecord } from './verdict.ts';
import type { MatrixPlan, ProfileId } from './plan-schema.ts';
import type { MatrixRecord } from './schema.ts';
import { changedParameters } from './profiles.ts';

/** `drive`: the drive itself. `app_feel`: what apps wait for, with all that memory does for them. */
export const SCORE_KINDS = ['drive', 'app_feel'] as const;
export type ScoreKind = (typeof SCORE_KINDS)[number];

/** `buffered` ends with the last write, `flush_each` flushes every write. */
type FeltTermId = 'memory_read' | 'buffered' | 'flush_each';
const FELT_TERMS: readonly FeltTermId[] = ['memory_read', 'buffered', 'flush_each'];

type RowReferences = Readonly<Record<FeltTermId, number>>;

/**
 * The rates that 1000 points of `app_feel` stand for, in bytes per second. Frozen for suite version 2: the median of three runs of
 * Chromium 156 on Debian 12, kernel 6.18, 2 virtual processors, ext4 on a virtual disk.
 */
export const REFERENCES: Readonly<Record<string, RowReferences>> = {
  seq1m_q8t1: { flush_each: 2e9, memory_read: 5.8e9, buffered: 5e9 },
  seq1m_q1t1: { flush_each: 1.15e9, memory_read: 5.3e9, buffered: 6.6e9 },
  seq128k_q32t1: { flush_each: 520e6, memory_read: 4.1e9, buffered: 1.3e9 },
  rnd4k_q32t1: { flush_each: 41e6, memory_read: 1.6e9, buffered: 96e6 },
  rnd4k_q32t16: { flush_each: 39e6, memory_read: 870e6, buffered: 62e6 },
  rnd4k_q1t1: { flush_each: 12.6e6, memory_read: 2.4e9, buffered: 146e6 },
};

/** Those that show the whole of a drive; the others are for a question of their own. */
const SCORED_PROFILES: readonly ProfileId[] = ['quick', 'default', 'nvme'];

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

/** The points and the verdict that the marks of a drive make. */
export function driveScore(marks: readonly MeasuredMark[]): Score {
  const limitsOf = (id: string) =>
    DRIVE_LIMITS[id === 'long_write' ? 'large_write' : (id as keyof typeof DRIVE_LIMITS)];
  const at = (end: 'value' | 'low' | 'high') =>
    pointsOf(marks.map((mark) => ({ ...limitsOf(mark.id), value: mark[end] })));
  const { points, grade } = at('value');
  return { value: points, low: at('low').points, high: at('high').points, grade };
}

function termOf(record: MatrixRecord, term: FeltTermId, row: Row): MeasuredValue | null {
  const slug = rowSlug(row);
  const reference = REFERENCES[slug]?.[term];
  const job = record.result.jobs.find(
    (candidate) =>
      rowSlug(candidate.row) === slug &&
      (term === 'memory_read' ? candidate.reads === 'memory' : candidate.direction === 'write'),
  );
  const speed = job?.status === 'done' ? bytesPerSecond(job, term === 'memory_read' ? 'throughput' : term) : null;
  if (reference === undefined || speed === null || speed.min <= 0) return null;
  const { value, low, high } = speed.interval;
  return { value: value / reference, low: low / reference, high: high / reference };
}

/** 1000 x the geometric mean of value / reference over all terms of all rows; `null` where one of them is missing. */
function feltScore(record: MatrixRecord): Score | null {
  const terms = record.plan.rows.flatMap((row) => FELT_TERMS.map((term) => termOf(record, term, row)));
  const knownTerms = terms.filter((term) => term !== null);
  if (knownTerms.length < terms.length) return null;
  const at = (end: 'value' | 'low' | 'high') => POINTS * geometricMean(knownTerms.map((term) => term[end]));
  return { value: at('value'), low: at('low'), high: at('high'), grade: null };
}

/** Whether the drive was not read, in a run that is finished otherwise. */
function lacksDriveReads(record: MatrixRecord): boolean {
  return record.result.jobs.some(
    (job) => job.reads === 'drive' && job.status === 'done' && driveFigure(record, job).kind !== 'whole',
  );
}

/** The points of a run, or why it has none. */
export function scoreOf(record: MatrixRecord, kind: ScoreKind): Score | ScoreRefusal {
  const { plan, environment } = record;
  if (environment.engine !== 'opfs-sync') return { reason: 'other_engine' };
  // Where only memory is read, what apps feel is the same.
  const parameters = changedParameters(plan).filter((field) => field !== 'cache' || plan.cache !== 'as-is');
  if (parameters.length > 0) return { reason: 'changed_parameters', parameters };
  if (!SCORED_PROFILES.includes(plan.profile)) return { reason: 'profile_without_score' };
  if (record.status !== 'done') return { reason: 'not_finished' };
  const { jobs } = record.result;
  if (jobs.length < jobsOf(plan).length) return { reason: 'not_finished' };
  const writes = jobs.filter(({ direction }) => direction === 'write');
  if (writes.some((job) => verdictInRecord(record, job) !== null)) return { reason: 'not_saved' };
  if (kind === 'app_feel') return feltScore(record) ?? { reason: 'not_finished' };
  if (plan.cache === 'as-is' || lacksDriveReads(record)) return { reason: 'no_drive_reads' };
  const marks = verdictMarks(record);
  return marks ? driveScore(marks) : { reason: 'not_finished' };
}

export function isScore(score: Score | ScoreRefusal): score is Score {
  return 'value' in score;
}

type OfGridOrNot = (MatrixRecord & { readonly family: 'matrix' }) | { readonly family: Exclude<FamilyId, 'matrix'> };

/** The points of each score that a run has; none of another family. */
export function scorePoints(record: OfGridOrNot): Partial<Record<ScoreKind, number>> {
  if (record.family !== 'matrix') return {};
  return Object.fromEntries(
    SCORE_KINDS.flatMap((kind) => {
      const score = scoreOf(record, kind);
      return isScore(score) ? [[kind, score.value]] : [];
    }),
  );
}
