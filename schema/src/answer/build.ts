import { PAUSE_OUTCOMES } from '../documents/index.ts';
import type { Flag, FlagCode, Flushes, RunRecord } from '../families/index.ts';
import { intervalOf, type Measured } from '../figures/index.ts';
import type { MarkId, MeasuredMark, MissingMark, MissingReason, Note, Origin, Proof } from './answer.ts';

/** What the answer of every family is made with. */

export const MB = 1e6;

export const FLUSHED: Proof = { kind: 'flushed' };
export const SYSTEM: Proof = { kind: 'system' };

/** What writes are shown to be: nothing tells where they went where no flush had enough to do. */
export function flushedBy(
  isFlushed: boolean,
  { witnesses }: Flushes,
): { readonly proof: Proof; readonly from: Origin } {
  return isFlushed && witnesses.length > 0 ? { proof: FLUSHED, from: 'drive' } : { proof: SYSTEM, from: 'system' };
}

/** A value that was measured once. */
export const once = (value: number): Measured => intervalOf([value]);
/** A value that has no interval: the longest of all calls is what it is. */
export const exactly = (value: number): Measured => ({ value, low: value, high: value });

interface MarkOptions {
  readonly from: Origin;
  /** Divides the value: from bytes per second to MB/s. */
  readonly per?: number;
  readonly drive_share?: number | null;
  readonly detail?: Readonly<Record<string, number>>;
}

/** What was measured once has no interval that could be shown. */
export function markOf(id: MarkId, measured: Measured, options: MarkOptions): MeasuredMark {
  const { value, low, high } = measured.once ? exactly(measured.value) : measured;
  const { from, per = 1, drive_share = null, detail = {} } = options;
  return { id, value: value / per, low: low / per, high: high / per, from, drive_share, detail };
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

const ENDS: ReadonlySet<Note> = new Set(['stopped', 'failed', 'test_failed']);

/** Where no test was finished the sentence says how the run ended, and there is none to show. */
export const withoutEnd = (notes: readonly Note[]): Note[] => notes.filter((note) => !ENDS.has(note));

/** What a reader of any record must know; a family adds its own. */
export function notesOf(record: RunRecord, flags: readonly Flag[]): Note[] {
  const ofFlags = flags.flatMap(({ code }) => NOTE_OF_FLAG[code] ?? []);
  const outcomes = new Set(record.environment.pauses?.map(({ outcome }) => outcome));
  const ofPauses = PAUSE_OUTCOMES.filter((outcome) => outcomes.has(outcome)).map(
    (outcome) => `pause_${outcome}` as const,
  );
  return [...ofFlags, ...ofPauses, ...(record.status === 'done' ? [] : [record.status])];
}
