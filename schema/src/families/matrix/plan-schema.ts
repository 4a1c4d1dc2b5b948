import * as z from 'zod/mini';
import { BOUNDS, FILL_BLOCK_BYTES, integerWithin, SUITE_VERSION } from '../../documents/bounds.ts';
import { Direction, Row, rowSlug } from '../../documents/row.ts';
import { MIB } from '../../documents/units.ts';
import type { JobHead } from '../../schedule/passes.ts';

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
  /** What one pass writes at the most; 0: as much as the file holds. */
  write_bytes: integerWithin(BOUNDS.write_bytes, MIB),
  loops: integerWithin(BOUNDS.loops),
  /**
   * A pass ends after this long, or when the file has been visited once; 0: only when it has been visited. Reads from
   * memory begin anew until the time is over.
   */
  limit_s: integerWithin(BOUNDS.limit_s),
  /** Rest before each job, so that a drive can finish what it has put off. */
  interval_s: integerWithin(BOUNDS.interval_s),
  data: z.enum(['random', 'zero']),
  seed: integerWithin(BOUNDS.seed),
  /** `sampled` verifies some sectors after each read job; `all` every one. */
  verify: z.enum(['sampled', 'all']),
  /** Adds loops until the spread is at most 3 %, up to `MAX_STABLE_LOOPS`. */
  until_stable: z.boolean(),
  /** Writes start over, in a new order, when the file has been visited once before the time limit. */
  revisit: z.boolean(),
  /**
   * `as-is`: whatever the page cache holds. Three read each block once: `cold` what was prepared before a restart,
   * `deep` a file larger than memory, `drive` what the system was made to forget in the same visit. `drive-and-memory`
   * reads each row twice: first as `drive`, then as `as-is`.
   */
  cache: z.enum(['drive-and-memory', 'as-is', 'drive', 'cold', 'deep']),
});
export type MatrixPlan = z.infer<typeof MatrixPlan>;

/** Nothing but drive reads, each block once: each loop of each row has a part of its own, which nothing else touches. */
export function readsOnce({ cache }: MatrixPlan): boolean {
  return cache === 'cold' || cache === 'deep' || cache === 'drive';
}

/** Whether a plan has such parts, beside other files or alone. */
export function hasParts({ cache }: MatrixPlan): boolean {
  return cache !== 'as-is';
}

/** Whether the system is made to forget the parts before they are read. */
export function forgets({ cache }: MatrixPlan): boolean {
  return cache === 'drive' || cache === 'drive-and-memory';
}

/**
 * The size of one part. Where only parts are read, they divide the file among the rows and loops; else one loop of all
 * rows reads as much as the file holds.
 */
export function partBytes(plan: MatrixPlan): number {
  const parts = plan.rows.length * (readsOnce(plan) ? plan.loops : 1);
  return Math.floor(plan.file_bytes / parts / FILL_BLOCK_BYTES) * FILL_BLOCK_BYTES;
}

interface WhatIsRead {
  readonly reads?: JobHead['reads'] | undefined;
}

/** What one pass can visit: the whole file, or its own part. */
export function visitedBytes(plan: MatrixPlan, { reads }: WhatIsRead): number {
  return reads === 'drive' ? partBytes(plan) : plan.file_bytes;
}

/**
 * In random order such a part is visited at every eighth block only: Linux reads ahead around a block whose neighbours
 * are in memory, so that of all blocks more than half would be found there.
 */
const RANDOM_ONCE_EVERY = 8;

/** Of the blocks that one pass can visit, it visits one in so many. */
export function visitEvery({ pattern }: Row, { reads }: WhatIsRead): number {
  return reads === 'drive' && pattern === 'random' ? RANDOM_ONCE_EVERY : 1;
}

/** Whether a pass with a time limit starts over when it has visited all: reads from memory are too quick otherwise. */
export function revisits(plan: MatrixPlan, { direction, reads }: Pick<JobHead, 'direction'> & WhatIsRead): boolean {
  return direction === 'read' ? reads === 'memory' : plan.revisit;
}

/** The fields that do not go together with `cache`; empty where all do. */
export function cacheConflicts(plan: MatrixPlan): Exclude<keyof MatrixPlan, 'family' | 'suite' | 'profile'>[] {
  if (!hasParts(plan)) return [];
  const { directions, until_stable, revisit } = plan;
  const isOnly = readsOnce(plan);
  const reads = isOnly ? directions.every((direction) => direction === 'read') : directions.includes('read');
  return [
    ...(reads ? [] : ['directions' as const]),
    ...(isOnly && until_stable ? ['until_stable' as const] : []),
    ...(isOnly && revisit ? ['revisit' as const] : []),
    ...(partBytes(plan) < Math.max(...plan.rows.map((row) => row.block_bytes)) ? ['file_bytes' as const] : []),
  ];
}

/** The same plan with another state of the cache, and what goes with it. */
export function withCache(plan: MatrixPlan, cache: MatrixPlan['cache']): MatrixPlan {
  const wanted = { ...plan, cache };
  if (readsOnce(wanted)) return { ...wanted, directions: ['read'], until_stable: false, revisit: false };
  const { directions } = plan;
  if (cache === 'as-is' || directions.includes('read')) return wanted;
  return { ...wanted, directions: ['read', ...directions] };
}
