import { FILL_BLOCK_BYTES } from '../../documents/bounds.ts';
import type { Row } from '../../documents/row.ts';
import type { MatrixPlan } from './plan-schema.ts';

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
