import { GIB, KIB, MIB } from '../../documents/units.ts';
import type { Layout } from '../../documents/environment.ts';
import type { Fill } from '../../documents/pass.ts';
import type { Row } from '../../documents/checks.ts';
import { type DataFiles, fillStep, type Step } from '../../schedule/steps.ts';
import { isByTime } from './jobs.ts';
import type { MatrixPlan } from './plan-schema.ts';

/**
 * After each step of forgetting one sample is taken, and where it is slow, so many in all; so many steps in a row must find
 * all of them slow.
 */
const SAMPLES_PER_STEP = 4;
const SLOW_STEPS = 2;

/** Fewer slow samples than these speak for files that are still in memory. */
export const MIN_SLOW_SAMPLES = SLOW_STEPS * SAMPLES_PER_STEP;

/** The limits of forgetting, and how its success is sampled. */
export const FORGET = {
  maxBytes: 32 * GIB,
  /** A virtual machine whose host hands out memory at 2 s per GiB fills as much as most computers have. */
  maxS: 60,
  /** By time, however long filling took. */
  minS: 10,
  /** A share of the storage left to the site, where the browser says how much that is. */
  maxShareOfSpace: 1 / 3,
  workers: 2,
  blockBytes: 4 * MIB,
  /** One grown file of this size shows whether holes cost time. */
  trialBytes: 64 * MIB,
  minStepBytes: 512 * MIB,
  samplesPerStep: SAMPLES_PER_STEP,
  /** A sample has a region of its own, in which it reads this many blocks far apart, timed together. */
  sampleRegionBytes: 256 * KIB,
  sampleBlockBytes: 4 * KIB,
  callsPerSample: 4,
  /** Steps in a row that must find all samples slow. */
  slowSteps: SLOW_STEPS,
  /**
   * Enough regions for all samples of each of the steps that grow with what was read: where a host hands out memory slowly, one
   * in three is slow by chance, and with fewer a run ends before memory is filled.
   */
  sampleBytes: 40 * MIB,
  /** A hole grows ahead of its reads by so much at a time: growing takes a message to the browser, and counts as used space. */
  growBytes: 256 * MIB,
} as const;

/** A step is at least this part of what was read before: so much may be read in vain. */
const STEPS_PER_READ = 16;
/** How much memory there is to fill, and how quickly it fills, is not to be seen before: 8 to 20 s the first times. */
const USUAL_BYTES = 13 * GIB;
const USUAL_BYTES_PER_S = GIB;
const SAMPLE_ROW: Row = { pattern: 'sequential', block_bytes: MIB, queues: 1, threads: 1 };

/** The file that is sampled instead of those that are measured. Written last, it is the last to leave memory. */
export function sampleFilesOf({ data, seed }: MatrixPlan): DataFiles {
  return { rows: [SAMPLE_ROW], bytes: FORGET.sampleBytes, data, seed };
}

/** The next step of reading holes: larger with what was read without effect, small to confirm that it had one. */
export function forgetStepBytes(readBytes: number, isConfirming: boolean): number {
  if (isConfirming) return FORGET.minStepBytes;
  const unit = FORGET.workers * FORGET.blockBytes;
  return Math.max(FORGET.minStepBytes, Math.floor(readBytes / STEPS_PER_READ / unit) * unit);
}

/** Writing the file that is sampled. */
export function sampleFillStep(plan: MatrixPlan, layout: Layout): Step {
  return fillStep(sampleFilesOf(plan), layout, 'sample fill');
}

/** A plan by time takes what a slow drive needed to be filled from what forgetting may take. */
export function forgetSeconds(plan: MatrixPlan, fill: Fill | undefined): number {
  const filledS = fill && isByTime(plan) ? (fill.elapsed_ns + fill.flush_ns) / 1e9 : 0;
  return Math.max(FORGET.minS, FORGET.maxS - filledS);
}

/** How much memory there is to fill cannot be known before: as much as the last time in this browser. */
export function forgetStep(limitS: number = FORGET.maxS): Step {
  const usual = { work: USUAL_BYTES, usualPerS: USUAL_BYTES_PER_S, counts: 'work' } as const;
  return { id: 'forget', pace: 'forget', ...usual, limitS, isUnforeseen: true };
}
