import * as z from 'zod/mini';
import { count, nanoseconds } from '../../documents/checks.ts';

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
