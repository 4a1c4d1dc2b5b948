import { BATCHED_BLOCK_BYTES, FILL_BLOCK_BYTES } from '../../documents/bounds.ts';
import type { PassKind } from '../../documents/pass.ts';
import { workersOf } from '../../documents/row-name.ts';
import type { Row } from '../../documents/checks.ts';
import { MIB } from '../../documents/units.ts';
import { sum } from '../../documents/stats.ts';
import type { JobSpec } from '../../schedule/steps.ts';
import { hasParts, isByTime, readsOnce } from './jobs.ts';
import type { MatrixPlan } from './plan-schema.ts';

/** Seconds of filling per second of the drive's budget. */
export const FILL_S = 2.5;
/** Written first, to learn how fast the drive takes it: within 4 s at 5 MB/s, and the first part of it within one. */
export const TRIAL_BYTES = 16 * MIB;
export const TRIAL_FIRST_BYTES = 4 * MIB;

const wholeBlocks = (bytes: number) => Math.floor(bytes / FILL_BLOCK_BYTES) * FILL_BLOCK_BYTES;

interface RunParts {
  readonly plan: MatrixPlan;
  readonly result: { readonly file_bytes?: number | undefined };
}

/** The plan as a run carried it out: with the size that its file had. */
export function planAsRun({ plan, result }: RunParts): MatrixPlan {
  return result.file_bytes === undefined ? plan : { ...plan, file_bytes: result.file_bytes };
}

const MIN_FILE_BYTES = 64 * MIB;
/** The share of the storage left to the site that is used, where the browser says how much that is. */
const MAX_SHARE_OF_SPACE = 1 / 2;

/** The plan with the file size that this drive fills in its time, and has room for. */
export function sizedPlan(plan: MatrixPlan, fillBytesPerS: number, spaceBytes: number | null = null): MatrixPlan {
  const { drive_s, rows, file_bytes: maxBytes } = plan;
  if (!isByTime(plan)) return plan;
  const minBytes = Math.max(MIN_FILE_BYTES, rows.length * Math.max(...rows.map(({ block_bytes }) => block_bytes)));
  const wantedBytes = wholeBlocks(fillBytesPerS * FILL_S * drive_s);
  const room = wholeBlocks((spaceBytes ?? Number.POSITIVE_INFINITY) * MAX_SHARE_OF_SPACE);
  return { ...plan, file_bytes: Math.min(maxBytes, Math.max(minBytes, Math.min(room, wantedBytes))) };
}

const HOT_SHARE = 1 / 8;
const MIN_HOT_BYTES = 16 * MIB;
const MAX_HOT_BYTES = 128 * MIB;

/** The file that is read from memory and overwritten: all of it, or the smaller one of a plan by time. */
export function hotBytes(plan: MatrixPlan): number {
  const { file_bytes: bytes, write_bytes } = plan;
  if (!isByTime(plan)) return bytes;
  const share = Math.max(MIN_HOT_BYTES, wholeBlocks(bytes * HOT_SHARE));
  return Math.min(bytes, share, Math.max(MAX_HOT_BYTES, write_bytes));
}

const MAX_MEMORY_LOOPS = 3;
const memoryLoops = ({ loops }: MatrixPlan) => Math.min(MAX_MEMORY_LOOPS, loops);
/** All reads from memory together. */
const MEMORY_S = 1.5;
/** A row goes on to so many times its budget while its interval is wide. */
export const MAX_BUDGETS = 2;

const isSmall = ({ block_bytes }: Row) => block_bytes <= BATCHED_BLOCK_BYTES;

/** Rates that the answer begins with have the whole budget, others half of it. */
export function budgetS(plan: MatrixPlan, row: Row, { direction, reads }: WhatIsDone, kind: PassKind): number {
  const isLeadingRow = !isSmall(row) || workersOf(row) === 1;
  const isLeadingWrite = isLeadingRow && (kind === 'flush_each') === isSmall(row);
  // The origin of a read in order is told by the random ones beside it, so all of these need enough calls.
  const isHeadline = direction === 'write' ? isLeadingWrite : reads === 'drive';
  return plan.drive_s * (isHeadline ? 1 : 1 / 2);
}

export type WhatIsDone = Pick<JobSpec, 'direction' | 'reads'>;

export const isFromMemory = ({ direction, reads }: WhatIsDone) => direction === 'read' && reads !== 'drive';

/** How long a pass may take, in a plan by time. */
export function passSecondsOf(plan: MatrixPlan, row: Row, head: WhatIsDone, kind: PassKind): number {
  if (!isFromMemory(head)) return (MAX_BUDGETS * budgetS(plan, row, head, kind)) / plan.loops;
  const passes = sum(plan.rows.map((planRow) => (isSmall(planRow) ? 2 : 1)));
  return MEMORY_S / memoryLoops(plan) / passes;
}

/** Fewer calls of a worker in a pass say nothing of where they came from. */
const MIN_CALLS = 2;

/** In how many parts a row reads its share of a file that is read once, at the most: each has work for every worker. */
function partsOfRow(plan: MatrixPlan, row: Row, visitEvery: number): number {
  if (!isByTime(plan)) return plan.loops;
  const minPartBytes =
    Math.ceil((MIN_CALLS * workersOf(row) * row.block_bytes * visitEvery) / FILL_BLOCK_BYTES) * FILL_BLOCK_BYTES;
  return Math.min(plan.loops, Math.max(1, Math.floor(plan.file_bytes / plan.rows.length / minPartBytes)));
}

/** The most loops that a job has, without those that `until_stable` adds. */
export function loopsOf(plan: MatrixPlan, head: WhatIsDone, parts: number): number {
  if (!isByTime(plan)) return plan.loops;
  return isFromMemory(head) ? memoryLoops(plan) : head.reads === 'drive' ? parts : plan.loops;
}

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
  readonly reads?: JobSpec['reads'] | undefined;
}

/** The bytes that one pass can visit: the whole file that is hot, or its own part. */
export function visitedBytes(plan: MatrixPlan, row: Row, { reads }: WhatIsRead): number {
  return reads === 'drive' ? partBytes(plan, row) : hotBytes(plan);
}

/**
 * In random order such a part is visited at every eighth block only: Linux reads ahead around a block whose neighbours
 * are in memory, so that of all blocks more than half would be found there.
 */
const RANDOM_ONCE_EVERY = 8;

/** One in so many of the blocks that a pass can visit is visited. */
export function visitEvery({ pattern }: Row, { reads }: WhatIsRead): number {
  return reads === 'drive' && pattern === 'random' ? RANDOM_ONCE_EVERY : 1;
}

/** Whether a pass with a time limit starts over when it has visited all: reads from memory are too quick otherwise. */
export function revisits(plan: MatrixPlan, { direction, reads }: Pick<JobSpec, 'direction'> & WhatIsRead): boolean {
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
  const adjustedPlan = { ...plan, cache, ...(isPrepared && isByTime(plan) && { drive_s: 0 }) };
  if (readsOnce(adjustedPlan)) return { ...adjustedPlan, directions: ['read'], until_stable: false, revisit: false };
  const { directions } = plan;
  if (cache === 'as-is' || directions.includes('read')) return adjustedPlan;
  return { ...adjustedPlan, directions: ['read', ...directions] };
}
