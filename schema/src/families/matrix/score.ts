import type { JobResult } from '../../documents/pass.ts';
import { rowSlug } from '../../documents/row-name.ts';
import { type Direction } from '../../documents/row.ts';
import { bytesPerSecond } from '../../figures/derive.ts';
import { intervalOf, type Measured } from '../../figures/loops.ts';
import type { RecordOf } from '../family.ts';
import type { MatrixPlan, ProfileId } from './plan-schema.ts';
import { changedParameters } from './profiles.ts';
import type { MatrixResult } from './result-schema.ts';

/**
 * What 1000 points stand for, in bytes per second, frozen for suite version 1: round numbers for an ordinary computer
 * with a SATA SSD seen through this method. That is: reads of a file just written come from memory (a copy at some
 * GB/s, a small call every 2 us, several at once on four cores); writes end with a flush and so run at the speed of the
 * bus (400 MB/s) or, where small, at that of the browser's calls and the drive together.
 */
const REFERENCE: Readonly<Record<string, Readonly<Record<'read' | 'write', number>>>> = {
  seq1m_q8t1: { read: 10e9, write: 400e6 },
  seq1m_q1t1: { read: 6e9, write: 400e6 },
  seq128k_q32t1: { read: 10e9, write: 400e6 },
  rnd4k_q32t1: { read: 4e9, write: 150e6 },
  rnd4k_q32t16: { read: 4e9, write: 150e6 },
  rnd4k_q1t1: { read: 2e9, write: 100e6 },
};
/** Those that show the whole of a drive; the others are for a question of their own. */
const SCORED_PROFILES: readonly ProfileId[] = ['quick', 'default', 'nvme'];
const POINTS = 1000;

export interface ScoreTerm {
  readonly row: string;
  readonly direction: Direction;
  /** Bytes per second. */
  readonly value: number;
  readonly reference: number;
  readonly ratio: number;
}

export interface Score {
  readonly points: number;
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
  | { readonly reason: 'other_engine' };

/** Geometric mean by summed logarithms: no product that could overflow, and the order does not matter. */
export function geometricMean(values: readonly number[]): number {
  return Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);
}

interface Term extends ScoreTerm {
  /** Of value / reference. */
  readonly interval: Measured;
}

function termOf(job: JobResult): Term | null {
  const row = rowSlug(job.row);
  const reference = job.direction === 'mix' ? undefined : REFERENCE[row]?.[job.direction];
  const speed = bytesPerSecond(job);
  if (reference === undefined || speed === null || job.status !== 'done' || speed.min <= 0) return null;
  const interval = intervalOf(speed.values.map((value) => value / reference));
  return { row, direction: job.direction, value: speed.median, reference, ratio: speed.median / reference, interval };
}

/** 1000 x the geometric mean of value / reference over all rows, or why there is none. */
export function scoreOf(record: RecordOf<MatrixPlan, MatrixResult>): Score | ScoreRefusal {
  const { plan, result, environment } = record;
  if (environment.engine !== 'opfs-sync') return { reason: 'other_engine' };
  const parameters = changedParameters(plan);
  if (parameters.length > 0) return { reason: 'changed_parameters', parameters };
  if (!SCORED_PROFILES.includes(plan.profile)) return { reason: 'profile_without_score' };
  const terms = result.jobs.map(termOf).filter((term) => term !== null);
  const wanted = plan.rows.length * plan.directions.length;
  if (record.status !== 'done' || terms.length !== wanted) return { reason: 'not_finished' };
  const over = (pick: (term: Term) => number) => POINTS * geometricMean(terms.map(pick));
  return {
    points: over((term) => term.ratio),
    low: over((term) => term.interval.low),
    high: over((term) => term.interval.high),
    terms: terms.map(({ row, direction, value, reference, ratio }) => ({ row, direction, value, reference, ratio })),
  };
}

export function isScore(score: Score | ScoreRefusal): score is Score {
  return 'points' in score;
}
