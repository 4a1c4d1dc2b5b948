import { BATCHED_BLOCK_BYTES, FILL_BLOCK_BYTES } from '../../documents/bounds.ts';
import type { PassKind } from '../../documents/pass.ts';
import { workersOf } from '../../documents/row-name.ts';
import type { Row } from '../../documents/checks.ts';
import { MIB } from '../../documents/units.ts';
import { sum } from '../../documents/stats.ts';
import type { JobHead } from '../../schedule/steps.ts';
import { isByTime } from './jobs.ts';
import type { MatrixPlan } from './plan-schema.ts';

/** Seconds of filling per second of the drive's budget. */
export const FILL_S = 2.5;
/** Written first, to learn how fast the drive takes it: within 4 s at 5 MB/s. */
export const TRIAL_BYTES = 16 * MIB;

export const wholeBlocks = (bytes: number) => Math.floor(bytes / FILL_BLOCK_BYTES) * FILL_BLOCK_BYTES;

interface RunParts {
  readonly plan: MatrixPlan;
  readonly result: { readonly file_bytes?: number | undefined };
}

/** The plan as a run carried it out: with the size that its file had. */
export function planAsRun({ plan, result }: RunParts): MatrixPlan {
  return result.file_bytes === undefined ? plan : { ...plan, file_bytes: result.file_bytes };
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
  // What a read in order came from is told by the random ones beside it, so all of these need enough calls.
  const isHeadline = direction === 'write' ? isLeadingWrite : reads === 'drive';
  return (plan.drive_s ?? 0) * (isHeadline ? 1 : 1 / 2);
}

export type WhatIsDone = Pick<JobHead, 'direction' | 'reads'>;

export const isFromMemory = ({ direction, reads }: WhatIsDone) => direction === 'read' && reads !== 'drive';

/** How long a pass may take, in a plan by time. */
export function passSecondsOf(plan: MatrixPlan, row: Row, head: WhatIsDone, kind: PassKind): number {
  if (!isFromMemory(head)) return (MAX_BUDGETS * budgetS(plan, row, head, kind)) / plan.loops;
  const passes = sum(plan.rows.map((own) => (isSmall(own) ? 2 : 1)));
  return MEMORY_S / memoryLoops(plan) / passes;
}

/** Fewer calls of a worker in a pass say nothing of where they came from. */
const MIN_CALLS = 2;

/** In how many parts a row reads its share of a file that is read once, at the most: each has work for every worker. */
export function partsOfRow(plan: MatrixPlan, row: Row, visitEvery: number): number {
  if (!isByTime(plan)) return plan.loops;
  const needed =
    Math.ceil((MIN_CALLS * workersOf(row) * row.block_bytes * visitEvery) / FILL_BLOCK_BYTES) * FILL_BLOCK_BYTES;
  return Math.min(plan.loops, Math.max(1, Math.floor(plan.file_bytes / plan.rows.length / needed)));
}

/** The most loops that a job has, without those that `until_stable` adds. */
export function loopsOf(plan: MatrixPlan, head: WhatIsDone, parts: number): number {
  if (!isByTime(plan)) return plan.loops;
  return isFromMemory(head) ? memoryLoops(plan) : head.reads === 'drive' ? parts : plan.loops;
}
