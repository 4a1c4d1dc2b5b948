import * as z from 'zod/mini';
import { count, nanoseconds } from '../../documents/checks.ts';
import type { Fill } from '../../documents/pass.ts';
import type { Claim } from '../claims.ts';
import { MAX_BYTES_PER_S } from '../limits.ts';
import { FORGET, forgetSeconds } from './forget.ts';
import { forgets } from './jobs.ts';
import type { MatrixPlan } from './plan-schema.ts';
import { MIN_SLOW_SAMPLES } from './slow-samples.ts';

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

/** Clocks are read before and after, and the block under way at the limit is finished. */
const TIME_SLACK = 0.9;

interface Parts {
  readonly forget?: Forget | undefined;
  readonly fill?: Fill | undefined;
}

/** The identities of forgetting. `isDone`: the run came to its end. */
export function checkForget(claim: Claim, plan: MatrixPlan, { forget, fill }: Parts, isDone: boolean): void {
  const isAsked = forgets(plan);
  if (!forget) {
    claim(!isAsked || !isDone, '/forget', 'is missing, though the run was finished');
    return;
  }
  const { bytes_read, elapsed_ns, ended, slow_samples, samples } = forget;
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
  claim(
    ended !== 'forgotten' || slow_samples >= MIN_SLOW_SAMPLES,
    '/forget/slow_samples',
    `is less than ${MIN_SLOW_SAMPLES}`,
  );
  claim(
    ended !== 'limit_time' || elapsed_ns >= forgetSeconds(plan, fill) * 1e9 * TIME_SLACK,
    '/forget/elapsed_ns',
    'is below the limit that ended it',
  );
  claim(bytes_read * 1e9 <= MAX_BYTES_PER_S * elapsed_ns, '/forget/elapsed_ns', 'is faster than memory');
}
