import type { JobResult } from '../../documents/pass.ts';
import type { Row } from '../../documents/checks.ts';
import { rowSlug } from '../../documents/row-name.ts';
import { median, standardDeviation, studentT95, sum } from '../../documents/stats.ts';
import { bytesPerSecond, type Summary } from '../../figures/derive.ts';
import { BETWEEN_RUNS, halfWidthOf, shareOfLoopSpread, TAKEN_FOR_RUNS } from '../../figures/loops.ts';
import type { FamilyId } from '../ids.ts';
import { isByTime } from './jobs.ts';
import { driveFigure, verdictInRecord } from './verdict.ts';
import type { MatrixPlan, ProfileId } from './plan-schema.ts';
import type { MatrixRecord } from './schema.ts';
import { changedParameters } from './profiles.ts';

/** `drive`: the drive itself. `app_feel`: what apps wait for, with all that memory does for them. */
export const SCORE_KINDS = ['drive', 'app_feel'] as const;
export type ScoreKind = (typeof SCORE_KINDS)[number];

/** `buffered` ends with the last write, `write_flush` with the flush after it, `flush_each` flushes every write. */
type ScoreTermId = 'drive_read' | 'memory_read' | 'write_flush' | 'buffered' | 'flush_each';

/** What a reference value rests on. */
type ReferenceSource = 'datasheet' | 'measured';

/** What 1000 points stand for in one term of one row. Rates are bytes per second. */
interface Reference {
  readonly bytesPerS: number;
  readonly source: ReferenceSource;
}

type RowReferences = Readonly<Record<ScoreTermId, Reference>>;

const datasheet = (bytesPerS: number): Reference => ({ bytesPerS, source: 'datasheet' });
const measurement = (bytesPerS: number): Reference => ({ bytesPerS, source: 'measured' });
const calls4k = (perS: number) => perS * 4096;

/**
 * Frozen for suite version 2; `docs/METHODOLOGY.md` names the sources.
 *
 * `datasheet`: what Samsung states for the 870 EVO 1 TB, an ordinary SATA SSD: 560 and 530 MB/s sequential; 13,000 and
 * 36,000 IOPS at depth 1, 98,000 and 88,000 at depth 32. `measured`: what no data sheet has, the median of three
 * runs of Chromium 156 on Debian 12, kernel 6.18, 2 virtual processors, ext4 on a virtual disk.
 */
export const REFERENCES: Readonly<Record<string, RowReferences>> = {
  seq1m_q8t1: {
    drive_read: datasheet(560e6),
    write_flush: datasheet(530e6),
    flush_each: measurement(2e9),
    memory_read: measurement(5.8e9),
    buffered: measurement(5e9),
  },
  seq1m_q1t1: {
    drive_read: datasheet(560e6),
    write_flush: datasheet(530e6),
    flush_each: measurement(1.15e9),
    memory_read: measurement(5.3e9),
    buffered: measurement(6.6e9),
  },
  seq128k_q32t1: {
    drive_read: datasheet(560e6),
    write_flush: datasheet(530e6),
    flush_each: measurement(520e6),
    memory_read: measurement(4.1e9),
    buffered: measurement(1.3e9),
  },
  rnd4k_q32t1: {
    drive_read: datasheet(calls4k(98_000)),
    write_flush: datasheet(calls4k(88_000)),
    flush_each: measurement(41e6),
    memory_read: measurement(1.6e9),
    buffered: measurement(96e6),
  },
  rnd4k_q32t16: {
    drive_read: datasheet(calls4k(98_000)),
    write_flush: datasheet(calls4k(88_000)),
    flush_each: measurement(39e6),
    memory_read: measurement(870e6),
    buffered: measurement(62e6),
  },
  rnd4k_q1t1: {
    drive_read: datasheet(calls4k(13_000)),
    write_flush: datasheet(calls4k(36_000)),
    flush_each: measurement(12.6e6),
    memory_read: measurement(2.4e9),
    buffered: measurement(146e6),
  },
};

/** What each score is made of, in every row. */
export const SCORE_TERMS: Readonly<Record<ScoreKind, readonly ScoreTermId[]>> = {
  drive: ['drive_read', 'write_flush', 'flush_each'],
  app_feel: ['memory_read', 'buffered', 'flush_each'],
};

/** Those that show the whole of a drive; the others are for a question of their own. */
const SCORED_PROFILES: readonly ProfileId[] = ['quick', 'default', 'nvme'];
const POINTS = 1000;

interface ScoreTerm {
  readonly row: string;
  readonly term: ScoreTermId;
  /** Bytes per second. */
  readonly value: number;
  readonly reference: number;
  readonly ratio: number;
}

export interface Score {
  readonly points: number;
  /** Holds the score of another run on the same computer with a probability of 90 %, from this record alone. */
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

const mean = (values: readonly number[]) => sum(values) / values.length;

/** Geometric mean by summed logarithms: no product that could overflow, and the order does not matter. */
export function geometricMean(values: readonly number[]): number {
  return Math.exp(mean(values.map(Math.log)));
}

/** Runs differ by this share of what the loops of one run differ by: what disturbs a loop seldom ends with the run. */
export const PER_LOOP_SPREAD: Readonly<Record<ScoreKind, number>> = { drive: 0.3, app_feel: 0.6 };

interface Term extends ScoreTerm {
  /** Loop by loop. */
  readonly values: readonly number[];
  readonly callNs: number;
}

/** Mean standard deviation of the logarithms of the loops, over the terms that have several; 0 where none has. */
function meanLoopSpread(terms: readonly Term[]): number {
  const spreads = terms.flatMap(({ values }) => (values.length > 1 ? standardDeviation(values.map(Math.log)) : []));
  return spreads.length === 0 ? 0 : mean(spreads);
}

/** Half the width of the interval, in logarithms, of a run whose rows were measured one after another, in few loops. */
export function scoreHalfWidth(kind: ScoreKind, loopSpread: number): number {
  const deviation = Math.hypot(BETWEEN_RUNS, PER_LOOP_SPREAD[kind] * loopSpread);
  return studentT95(TAKEN_FOR_RUNS) * Math.SQRT2 * deviation;
}

/** Fewer rounds say little about how far they differ. */
const MIN_ROUNDS = 3;

/** Where rows took turns, each round of them has a score of its own, and drift meets all of its terms alike. */
function roundsOf(terms: readonly Term[]): number[] {
  const rounds = Math.min(...terms.map(({ values }) => values.length));
  return Array.from({ length: rounds }, (_, round) =>
    geometricMean(terms.map(({ values, reference }) => (values[round] ?? 0) / reference)),
  );
}

function jobsOfTerm(term: ScoreTermId, jobs: readonly JobResult[]): JobResult[] {
  const reads = { drive_read: 'drive', memory_read: 'memory' }[term as string];
  return jobs.filter((job) => (reads === undefined ? job.direction === 'write' : job.reads === reads));
}

function speedOf(record: MatrixRecord, term: ScoreTermId, job: JobResult): Summary | null {
  if (job.status !== 'done') return null;
  switch (term) {
    case 'drive_read': {
      const figure = driveFigure(record, job);
      return figure.kind === 'whole' ? figure.speed : null;
    }
    case 'memory_read':
      return bytesPerSecond(job);
    default:
      return bytesPerSecond(job, term);
  }
}

function termOf(record: MatrixRecord, term: ScoreTermId, row: Row): Term | null {
  const slug = rowSlug(row);
  const reference = REFERENCES[slug]?.[term].bytesPerS;
  const job = jobsOfTerm(term, record.result.jobs).find((candidate) => rowSlug(candidate.row) === slug);
  const speed = job ? speedOf(record, term, job) : null;
  if (reference === undefined || speed === null || speed.min <= 0) return null;
  const value = median(speed.values);
  return {
    row: slug,
    term,
    value,
    reference,
    ratio: value / reference,
    values: speed.values,
    callNs: speed.callNs,
  };
}

/** Whether the drive was not read, in a run that is finished otherwise. */
function lacksDriveReads(record: MatrixRecord): boolean {
  const reads = jobsOfTerm('drive_read', record.result.jobs);
  return reads.every(({ status }) => status === 'done') && reads.some((job) => !speedOf(record, 'drive_read', job));
}

/** 1000 x the geometric mean of value / reference over all terms of all rows, or why there is none. */
export function scoreOf(record: MatrixRecord, kind: ScoreKind): Score | ScoreRefusal {
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
  const knownTerms = terms.filter((term) => term !== null);
  if (knownTerms.length < terms.length) return { reason: 'not_finished' };
  const points = POINTS * geometricMean(knownTerms.map(({ ratio }) => ratio));
  const rounds = isByTime(plan) ? roundsOf(knownTerms) : [];
  const width = Math.exp(
    rounds.length >= MIN_ROUNDS
      ? halfWidthOf(rounds, mean(knownTerms.map(({ callNs }) => shareOfLoopSpread(callNs))))
      : scoreHalfWidth(kind, meanLoopSpread(knownTerms)),
  );
  return {
    points,
    low: points / width,
    high: points * width,
    terms: knownTerms.map(({ row, term, value, reference, ratio }) => ({ row, term, value, reference, ratio })),
  };
}

export function isScore(score: Score | ScoreRefusal): score is Score {
  return 'points' in score;
}

type OfGridOrNot = (MatrixRecord & { readonly family: 'matrix' }) | { readonly family: Exclude<FamilyId, 'matrix'> };

/** The points of each score that a run has; none of another family. */
export function scorePoints(record: OfGridOrNot): Partial<Record<ScoreKind, number>> {
  if (record.family !== 'matrix') return {};
  return Object.fromEntries(
    SCORE_KINDS.flatMap((kind) => {
      const score = scoreOf(record, kind);
      return isScore(score) ? [[kind, score.points]] : [];
    }),
  );
}
