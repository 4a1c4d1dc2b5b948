import { BATCHED_BLOCK_BYTES } from '../../documents/bounds.ts';
import type { Pass, PassKind } from '../../documents/pass.ts';
import type { Row } from '../../documents/checks.ts';
import { standardDeviation } from '../../documents/deviations.ts';
import { sum } from '../../documents/stats.ts';
import { passBytes } from '../../figures/derive.ts';
import type { JobSpec } from '../../schedule/steps.ts';
import { budgetS, isFromMemory, MAX_BUDGETS, passSecondsOf, type WhatIsDone } from './budget.ts';
import { isByTime } from './jobs.ts';
import type { MatrixPlan } from './plan-schema.ts';
import { rowOf, workersOfJob } from './schedule.ts';

/** The decisions that a run by time takes as it goes, from what it has measured so far. */

/**
 * The bytes that the first pass of a job writes before its one flush, in a plan by time: nobody knows yet how much of it the drive
 * flushes in a window. Large blocks in order it takes about as fast as it was filled.
 */
export function firstWriteBytes(plan: MatrixPlan, head: JobSpec, fillBytesPerS: number): number {
  const row = rowOf(plan, head);
  const isSmall = row.block_bytes <= BATCHED_BLOCK_BYTES;
  const inWindow = fillBytesPerS * passSecondsOf(plan, row, head, 'throughput');
  const wantedBytes = isSmall || row.pattern === 'random' ? FIRST_CALLS * row.block_bytes : inWindow;
  return Math.max(wantedBytes, workersOfJob(plan, head) * row.block_bytes);
}

const FIRST_CALLS = 128;
/** From one pass to the next, what is written before the flush grows by so much at the most. */
const MAX_GROWTH = 16;

/** The same for the pass after `pass`, so that the flush ends within the window too. */
export function nextWriteBytes(plan: MatrixPlan, head: JobSpec, pass: Pass): number {
  const row = rowOf(plan, head);
  const windowNs = passSecondsOf(plan, row, head, 'throughput') * 1e9;
  const writtenBytes = passBytes(pass);
  const factor = Math.min(MAX_GROWTH, windowNs / Math.max(1, pass.total_ns));
  return Math.max(writtenBytes * factor, workersOfJob(plan, head) * row.block_bytes);
}

/** Loops after which a row may be done before its last one. */
const MIN_LOOPS = 6;
/** Loops agree within this, as a standard deviation of their logarithms: one that stalled asks for more of them. */
const AGREE = 0.07;

/**
 * Whether the passes of one kind have had what the plan gives them: all loops, twice the budget of the drive's time, or the
 * budget in enough loops that agree.
 */
export function hasEnough(
  plan: MatrixPlan,
  row: Row,
  head: WhatIsDone,
  { kind, passes, loops }: { readonly kind: PassKind; readonly passes: readonly Pass[]; readonly loops: number },
): boolean {
  const countedPasses = passes.filter((pass) => pass.kind === kind && pass.loop > 0);
  if (countedPasses.length >= loops) return true;
  if (!isByTime(plan) || isFromMemory(head)) return false;
  const seconds = sum(countedPasses.map(({ total_ns }) => total_ns)) / 1e9;
  const budget = budgetS(plan, row, head, kind);
  if (seconds >= MAX_BUDGETS * budget) return true;
  if (seconds < budget || countedPasses.length < MIN_LOOPS) return false;
  return standardDeviation(countedPasses.map((pass) => Math.log(passBytes(pass) / pass.total_ns))) <= AGREE;
}
