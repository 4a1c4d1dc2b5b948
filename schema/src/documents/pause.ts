import * as z from 'zod/mini';
import { PAUSE_OUTCOMES } from './pause-outcomes.ts';
import { Direction, Row } from './row.ts';

export const PauseOutcome = z.enum(PAUSE_OUTCOMES);
export type PauseOutcome = z.infer<typeof PauseOutcome>;

const milliseconds = () => z.number().check(z.nonnegative(), z.maximum(1e10));

/** A time in which computer or browser stood still: it slept, or was frozen. */
export const Pause = z.strictObject({
  /** From the beginning of the run. */
  after_ms: milliseconds(),
  ms: milliseconds(),
  outcome: PauseOutcome,
  /** The pass under way, where it was one. */
  row: z.optional(Row),
  direction: z.optional(Direction),
});
export type Pause = z.infer<typeof Pause>;
