import * as z from 'zod/mini';
import { count, nanoseconds } from '../../documents/wire.ts';
import { GIB, KIB, MIB } from '../../documents/units.ts';
import type { Layout } from '../../documents/environment.ts';
import type { Row } from '../../documents/row.ts';
import type { DataFiles } from '../../schedule/files.ts';
import { fillStep, type Step } from '../../schedule/steps.ts';
import type { Claim } from '../claims.ts';
import { MAX_BYTES_PER_S } from '../family.ts';
import { flag, type Flag, type FlagCode } from '../flags.ts';
import { forgets, type MatrixPlan } from './plan.ts';

/** How the page cache was filled with holes until it dropped the test files: see `cache` of the plan. */
export const Forget = z.strictObject({
  /** Of holes, each read once. */
  bytes_read: count(),
  elapsed_ns: nanoseconds(),
  /** `no_space`: the hole files could not grow. `holes_cost`: growing them took as long as writing zeros would. */
  ended: z.enum(['forgotten', 'limit_bytes', 'limit_time', 'no_space', 'holes_cost', 'not_supported']),
  /** Of `samples` of a file that was written last, those that took longer than from memory. */
  slow_samples: count(),
  samples: count(),
});
export type Forget = z.infer<typeof Forget>;

/** The limits of forgetting, and how its success is sampled. */
export const FORGET = {
  maxBytes: 32 * GIB,
  maxS: 30,
  /** Of the storage that is left to the site, where the browser says how much that is. */
  maxShareOfSpace: 1 / 3,
  workers: 2,
  blockBytes: 4 * MIB,
  /** One grown file of this size shows whether holes cost time. */
  trialBytes: 64 * MIB,
  minStepBytes: 512 * MIB,
  samplesPerStep: 4,
  /** A sample has a region of its own, in which it reads this many blocks far apart, timed together. */
  sampleRegionBytes: MIB,
  sampleBlockBytes: 4 * KIB,
  callsPerSample: 4,
  /** So many steps in a row must find all samples slow. */
  slowSteps: 2,
  /** Enough regions for steps that grow with what was read. */
  sampleBytes: 80 * MIB,
} as const;

/** A step is at least this part of what was read before. */
const STEPS_PER_READ = 4;
const USUAL_FORGETTING_S = 6;
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

/** Its pace is that of this browser's last time: how much memory there is to fill cannot be known before. */
export function forgetStep(): Step {
  return { id: 'forget', pace: 'forget', work: 1, usualPerS: 1 / USUAL_FORGETTING_S, limitS: FORGET.maxS };
}

/** Clocks are read before and after, and the block under way at the limit is finished. */
const TIME_SLACK = 0.9;

/** The identities of forgetting. `isDone`: the run came to its end. */
export function checkForget(claim: Claim, plan: MatrixPlan, forget: Forget | undefined, isDone: boolean): void {
  const isAsked = forgets(plan);
  if (!forget) {
    claim(!isAsked || !isDone, '/forget', 'is missing, though the run was finished');
    return;
  }
  const { bytes_read, elapsed_ns, ended, slow_samples, samples } = forget;
  const needed = FORGET.slowSteps * FORGET.samplesPerStep;
  claim(isAsked, '/forget', 'has no place in a plan with another state of the cache');
  claim(bytes_read <= FORGET.maxBytes, '/forget/bytes_read', `is above ${FORGET.maxBytes}`);
  claim(slow_samples <= samples, '/forget/slow_samples', 'is more than samples');
  claim(samples % FORGET.samplesPerStep === 0, '/forget/samples', `is not a multiple of ${FORGET.samplesPerStep}`);
  claim(
    samples * FORGET.sampleRegionBytes <= FORGET.sampleBytes,
    '/forget/samples',
    'is more than the sampled file has regions',
  );
  claim(samples === 0 || bytes_read > 0, '/forget/samples', 'is not 0, though nothing was read');
  claim(ended !== 'forgotten' || slow_samples >= needed, '/forget/slow_samples', `is less than ${needed}`);
  claim(
    ended !== 'limit_time' || elapsed_ns >= FORGET.maxS * 1e9 * TIME_SLACK,
    '/forget/elapsed_ns',
    'is below the limit that ended it',
  );
  claim(bytes_read * 1e9 <= MAX_BYTES_PER_S * elapsed_ns, '/forget/elapsed_ns', 'is faster than memory');
}

const CODES: Readonly<Record<Exclude<Forget['ended'], 'forgotten'>, FlagCode>> = {
  limit_bytes: 'forget_limited',
  limit_time: 'forget_limited',
  no_space: 'forget_no_space',
  holes_cost: 'forget_refused',
  not_supported: 'forget_refused',
};

/** That the test files may still be in memory. */
export function forgetFlags(forget: Forget | undefined): Flag[] {
  if (!forget || forget.ended === 'forgotten') return [];
  const { bytes_read, elapsed_ns, slow_samples, samples } = forget;
  return [flag(CODES[forget.ended], { bytes_read, elapsed_ns, slow_samples, samples })];
}
