import type { Format } from './format.ts';

/**
 * Where several clocks measured, as on boards, no time of a call is told finer than by the finest that a browser gives a
 * page: it hides the middle of a histogram's bucket, which no clock has seen.
 */
export const PAGE_CLOCK_STEP_NS = 5_000;

/** The time of a call; `null`: by several clocks, or one that is not known. */
export function callTime(format: Pick<Format, 'latencyText'>, ns: number, clockStepNs: number | null): string {
  return format.latencyText(ns, clockStepNs ?? PAGE_CLOCK_STEP_NS);
}
