import * as z from 'zod/mini';
import { Direction, Row } from './row.ts';

/** What came of that which was measured while nothing ran. In no case is its time in a number. */
export const PAUSE_OUTCOMES = [
  /** It could not be measured again, and is not in the result. */
  'left_out',
  /** It was measured again. */
  'repeated',
  /** Nothing was being measured whose time could have been spoiled. */
  'between',
] as const;
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

export const MAX_PAUSES = 64;
