import { flagsOf, type FlagCode, type RunRecord } from '../families/index.ts';
import type { Measured } from '../figures/index.ts';
import type { MarkId, MeasuredMark, MissingMark, MissingReason, Note, Origin } from './answer.ts';

/** What the answer of every family is made with. */

export const MB = 1e6;

interface MarkOptions {
  readonly from: Origin;
  /** Divides the value: from bytes per second to MB/s. */
  readonly per?: number;
  readonly share_from_memory?: number | null;
  readonly detail?: Readonly<Record<string, number>>;
}

export function markOf(id: MarkId, { value, low, high }: Measured, options: MarkOptions): MeasuredMark {
  const { from, per = 1, share_from_memory = null, detail = {} } = options;
  return { id, value: value / per, low: low / per, high: high / per, from, share_from_memory, detail };
}

export function missing(id: MarkId, reason: MissingReason): MissingMark {
  return { id, missing: reason };
}

/** Why the run has nothing to show where it should have. */
export function whyMissing({ status }: RunRecord): MissingReason {
  return status === 'done' ? 'not_in_plan' : status;
}

const NOTE_OF_FLAG: Partial<Record<FlagCode, Note>> = {
  memory_backed: 'memory_backed',
  flush_does_nothing: 'flush_does_nothing',
  hidden_during_pass: 'hidden',
};

/** What a reader of any record must know; a family adds its own. */
export function notesOf(record: RunRecord): Note[] {
  const ofFlags = flagsOf(record).flatMap(({ code }) => NOTE_OF_FLAG[code] ?? []);
  return [...ofFlags, ...(record.status === 'done' ? [] : [record.status])];
}
