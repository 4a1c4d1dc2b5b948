import * as z from 'zod/mini';
import { BOUNDS, FILL_BLOCK_BYTES, integerWithin, SUITE_VERSION } from '../../documents/bounds.ts';
import { Direction, Row, rowSlug } from '../../documents/row.ts';
import { MIB } from '../../documents/units.ts';

export const ProfileId = z.enum(['quick', 'default', 'nvme', 'peak', 'real-world', 'demo', 'adm4', 'adm25', 'as-ssd']);
export type ProfileId = z.infer<typeof ProfileId>;

/** Everything needed to repeat a run of the result grid. Jobs run in the order directions x rows. */
export const MatrixPlan = z.strictObject({
  family: z.literal('matrix'),
  suite: z.literal(SUITE_VERSION),
  /** The profile it started from; what was changed since is `changedParameters`. */
  profile: ProfileId,
  rows: z.array(Row).check(
    z.minLength(BOUNDS.rows.min),
    z.maxLength(BOUNDS.rows.max),
    z.refine((rows) => new Set(rows.map(rowSlug)).size === rows.length, 'a row is there twice'),
  ),
  directions: z.array(Direction).check(
    z.minLength(1),
    z.maxLength(3),
    z.refine((directions) => new Set(directions).size === directions.length, 'a direction is there twice'),
  ),
  /** Share of reads in the `mix` direction, in steps of 10. */
  mix_read_percent: integerWithin(BOUNDS.mix_read_percent, 10),
  file_bytes: integerWithin(BOUNDS.file_bytes, MIB),
  loops: integerWithin(BOUNDS.loops),
  /** A pass ends after this long, or when the file has been visited once; 0: only when it has been visited. */
  limit_s: integerWithin(BOUNDS.limit_s),
  /** Rest before each job, so that a drive can finish what it has put off. */
  interval_s: integerWithin(BOUNDS.interval_s),
  data: z.enum(['random', 'zero']),
  seed: integerWithin(BOUNDS.seed),
  /** `sampled` verifies some sectors after each read job; `all` every one. */
  verify: z.enum(['sampled', 'all']),
  /** Adds loops until the spread is at most 3 %, up to `MAX_STABLE_LOOPS`. */
  until_stable: z.boolean(),
  /** Starts over, in a new order, when the file has been visited once before the time limit. */
  revisit: z.boolean(),
  /**
   * `as-is`: whatever the page cache holds. The others read each block once: `cold` what was prepared before a restart,
   * `deep` a file larger than memory, `drive` what the system was made to forget in the same visit.
   */
  cache: z.enum(['as-is', 'cold', 'deep', 'drive']),
});
export type MatrixPlan = z.infer<typeof MatrixPlan>;

/** All states but `as-is` read no block twice: each loop of each row has a part of the file that nothing else touches. */
export function readsOnce(plan: MatrixPlan): boolean {
  return plan.cache !== 'as-is';
}

/** What one pass can visit: the whole file, or its own part. */
export function visitedBytes(plan: MatrixPlan): number {
  if (!readsOnce(plan)) return plan.file_bytes;
  const parts = plan.rows.length * plan.loops;
  return Math.floor(plan.file_bytes / parts / FILL_BLOCK_BYTES) * FILL_BLOCK_BYTES;
}

/**
 * In random order such a part is visited at every eighth block only: Linux reads ahead around a block whose neighbours
 * are in memory, so that of all blocks more than half would be found there.
 */
const RANDOM_ONCE_EVERY = 8;

/** Of the blocks that one pass of this row can visit, it visits one in so many. */
export function visitEvery(plan: MatrixPlan, row: Row): number {
  return readsOnce(plan) && row.pattern === 'random' ? RANDOM_ONCE_EVERY : 1;
}

/** The fields that do not go together with `cache`; empty where all do. */
export function cacheConflicts(plan: MatrixPlan): Exclude<keyof MatrixPlan, 'family' | 'suite' | 'profile'>[] {
  if (!readsOnce(plan)) return [];
  const { directions, until_stable, revisit } = plan;
  return [
    ...(directions.every((direction) => direction === 'read') ? [] : ['directions' as const]),
    ...(until_stable ? ['until_stable' as const] : []),
    ...(revisit ? ['revisit' as const] : []),
    ...(visitedBytes(plan) < Math.max(...plan.rows.map((row) => row.block_bytes)) ? ['file_bytes' as const] : []),
  ];
}

/** The same plan with another state of the cache, and what goes with it. */
export function withCache(plan: MatrixPlan, cache: MatrixPlan['cache']): MatrixPlan {
  if (cache === 'as-is') return { ...plan, cache };
  return { ...plan, cache, directions: ['read'], until_stable: false, revisit: false };
}
