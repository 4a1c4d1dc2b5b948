import type { Flag, FlagCode } from '../families/flags.ts';
import type { Flushes } from '../families/flushes.ts';
import type { RunRecord } from '../families/checks.ts';
import { type Fill, median, PAUSE_OUTCOMES } from '../documents/index.ts';
import {
  type Answer,
  isMeasured,
  type Mark,
  type MarkId,
  type MeasuredMark,
  type MissingMark,
  type MissingReason,
  type Note,
  type Origin,
  type Proof,
} from './answer.ts';
import { fillBytesPerSecond, intervalOf, type MeasuredValue } from '../figures/index.ts';

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
export const once = (value: number): MeasuredValue => intervalOf([value]);
/** A value that has no interval: the longest of all calls is what it is. */
export const exactly = (value: number): MeasuredValue => ({ value, low: value, high: value });

interface MarkOptions {
  readonly from: Origin;
  /** Divides the value: from bytes per second to MB/s. */
  readonly per?: number;
  readonly drive_share?: number | null;
  readonly detail?: Readonly<Record<string, number>>;
}

/** What was measured once has no interval that could be shown. */
export function markOf(id: MarkId, measurement: MeasuredValue, options: MarkOptions): MeasuredMark {
  const { value, low, high } = measurement.once ? exactly(measurement.value) : measurement;
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

/** So far above its value an interval reaches of three loops that differ by a tenth. */
const MAX_CALM = 0.3;
/** A single figure may have a reason of its own, as a cache of the drive that is used up. */
const MIN_FIGURES = 2;

/** By what share another run may exceed these figures of one, in the middle of them; `null` where most of them hold. */
export function variesBy(figures: readonly { readonly low: number; readonly high: number }[]): number | null {
  const shares = figures.flatMap(({ low, high }) => (low < high ? Math.sqrt(high / low) - 1 : []));
  const wideShares = shares.filter((share) => share > MAX_CALM);
  return wideShares.length >= MIN_FIGURES && 2 * wideShares.length > shares.length ? median(shares) : null;
}

/** What other programs cost this run, by its record alone: the figures vary, or the browser said so before it. */
function noteOf(record: RunRecord, variesShare: number | null): Note | null {
  if (variesShare !== null) return 'varies';
  const { cpu_pressure } = record.environment;
  return cpu_pressure === 'serious' || cpu_pressure === 'critical' ? 'busy' : null;
}

/** The answer with what a busy computer costs, where anything was measured and no drift says more. */
function withBusy(answer: Answer, record: RunRecord): Answer {
  if (answer.drift !== undefined) return { ...answer, notes: [...answer.notes, 'drifts'] };
  const share = variesBy(answer.rulers.flatMap(({ marks }) => marks.filter(isMeasured)));
  const note = noteOf(record, share);
  if (note === null || !answer.rulers.some(({ marks }) => marks.some(isMeasured))) return answer;
  return { ...answer, notes: [...answer.notes, note], ...(share !== null && { varies_by: share }) };
}

/** What a family answers, with what any record may say of its environment. */
export function complete(answer: Answer, record: RunRecord): Answer {
  const { pauses } = record.environment;
  return { ...withBusy(answer, record), ...(pauses && { pauses }) };
}

const WRITES: ReadonlySet<Mark['id']> = new Set(['large_write', 'long_write']);

/**
 * The answer of a run under way, with how fast its file was filled, the flush included, where the mark of large writes will
 * stand: the first that is known of the drive, seconds after the click.
 */
export function withFillMark(answer: Answer, fill: Fill | undefined): Answer {
  const bytesPerS = fill && fillBytesPerSecond(fill);
  if (!bytesPerS) return answer;
  const fillMark = (mark: Mark) =>
    isMeasured(mark) || !WRITES.has(mark.id) ? mark : markOf(mark.id, exactly(bytesPerS), { from: 'drive', per: MB });
  return { ...answer, rulers: answer.rulers.map((ruler) => ({ ...ruler, marks: ruler.marks.map(fillMark) })) };
}
