import { FILL_BLOCK_BYTES } from '../../documents/bounds.ts';
import type { Row } from '../../documents/checks.ts';
import type { JobHead } from '../../schedule/steps.ts';
import { hotBytes, partsOfRow } from './budget.ts';
import { hasParts, isByTime, readsOnce } from './jobs.ts';
import type { MatrixPlan } from './plan-schema.ts';

/**
 * The size of one part. Where only parts are read, or by time, they divide the file among the rows and loops; else one loop
 * of all rows reads as much as the file holds.
 */
export function partBytes(plan: MatrixPlan, row: Row): number {
  const parts = readsOnce(plan) || isByTime(plan) ? partsOf(plan, row) : 1;
  return Math.floor(plan.file_bytes / plan.rows.length / parts / FILL_BLOCK_BYTES) * FILL_BLOCK_BYTES;
}

/** How many parts a row has: one for each loop that reads it. */
export function partsOf(plan: MatrixPlan, row: Row): number {
  return partsOfRow(plan, row, visitEvery(row, { reads: 'drive' }));
}

interface WhatIsRead {
  readonly reads?: JobHead['reads'] | undefined;
}

/** What one pass can visit: the whole file that is hot, or its own part. */
export function visitedBytes(plan: MatrixPlan, row: Row, { reads }: WhatIsRead): number {
  return reads === 'drive' ? partBytes(plan, row) : hotBytes(plan);
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
  const isPrepared = plan.cache === 'cold' || plan.cache === 'deep';
  const { directions, until_stable, revisit } = plan;
  const isOnly = readsOnce(plan);
  const reads = isOnly ? directions.every((direction) => direction === 'read') : directions.includes('read');
  return [
    ...(reads ? [] : ['directions' as const]),
    ...(isOnly && until_stable ? ['until_stable' as const] : []),
    ...(isOnly && revisit ? ['revisit' as const] : []),
    // How large the file is cannot be learned where it was written before, or must be larger than memory.
    ...(isPrepared && isByTime(plan) ? ['drive_s' as const] : []),
    ...(plan.rows.some((row) => partBytes(plan, row) < row.block_bytes) ? ['file_bytes' as const] : []),
  ];
}

/** The same plan with another state of the cache, and what goes with it. */
export function withCache(plan: MatrixPlan, cache: MatrixPlan['cache']): MatrixPlan {
  const isPrepared = cache === 'cold' || cache === 'deep';
  const wanted = { ...plan, cache, ...(isPrepared && isByTime(plan) && { drive_s: 0 }) };
  if (readsOnce(wanted)) return { ...wanted, directions: ['read'], until_stable: false, revisit: false };
  const { directions } = plan;
  if (cache === 'as-is' || directions.includes('read')) return wanted;
  return { ...wanted, directions: ['read', ...directions] };
}
