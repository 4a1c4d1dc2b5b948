import { type Failure, type FailureCode, PAUSE_OUTCOMES } from '../documents/index.ts';
import { intervalOf, type MeasuredValue, type Stalls } from '../figures/index.ts';
import type { RulerId } from '../figures/rulers.ts';
import {
  type Answer,
  type DriveFault,
  type End,
  type Mark,
  type MarkId,
  type MeasuredMark,
  type MissingMark,
  type MissingReason,
  type Note,
  type Limit,
  type Proof,
  type Sentence,
} from './answer.ts';
import type { Family, PlanHead, RecordOf } from './family.ts';
import { RULERS_OF } from './ids.ts';
import type { Flag, FlagCode } from './flags.ts';
import type { Flushes } from './flushes.ts';
import { flagsOf } from './record-for.ts';

type Ended = Pick<RecordOf<unknown, unknown>, 'status' | 'environment' | 'failure'>;

/** The parts that the answer of every family is made of. */

export const MB = 1e6;

export const FLUSHED: Proof = { kind: 'flushed' };
export const SYSTEM: Proof = { kind: 'system' };

/** The limit of writes: nothing tells where they went where no flush had enough to do. */
export function flushedBy(isFlushed: boolean, { witnesses }: Flushes): { readonly proof: Proof; readonly from: Limit } {
  return isFlushed && witnesses.length > 0 ? { proof: FLUSHED, from: 'drive' } : { proof: SYSTEM, from: 'system' };
}

/** A value that was measured once. */
export const once = (value: number): MeasuredValue => intervalOf([value]);
/** A value that has no interval: the longest of all calls is what it is. */
export const exactly = (value: number): MeasuredValue => ({ value, low: value, high: value });

interface MarkOptions {
  readonly from: Limit;
  /** Divides the value: from bytes per second to MB/s. */
  readonly per?: number;
  readonly drive_share?: number | null;
  readonly detail?: Readonly<Record<string, number>>;
  readonly stalls?: Stalls | null;
}

/** A mark; one that was measured once has no interval that could be shown. */
export function markOf(id: MarkId, measurement: MeasuredValue, options: MarkOptions): MeasuredMark {
  const { value, low, high } = measurement.once ? exactly(measurement.value) : measurement;
  const { from, per = 1, drive_share = null, detail = {}, stalls = null } = options;
  const mark = { id, value: value / per, low: low / per, high: high / per, from, drive_share, detail };
  return stalls === null ? mark : { ...mark, stalls };
}

export function missing(id: MarkId, reason: MissingReason): MissingMark {
  return { id, missing: reason };
}

/** Why the run has nothing to show where it should have. */
export function whyMissing({ status }: Ended): MissingReason {
  return status === 'done' ? 'not_in_plan' : status;
}

const NOTE_OF_FLAG: Partial<Record<FlagCode, Note>> = {
  memory_backed: 'memory_backed',
  flush_does_nothing: 'flush_does_nothing',
  hidden_during_pass: 'hidden',
  forget_no_space: 'no_space_to_clear',
};

const FAULTS: Partial<Record<FailureCode, DriveFault>> = {
  write_error: 'write_refused',
  verify_failed: 'data_changed',
  io_error: 'drive_error',
};

const ENDS: ReadonlySet<Note> = new Set(['stopped', 'failed', 'test_failed', ...Object.values(FAULTS)]);

const faultOf = (failure: Failure | undefined) => failure && FAULTS[failure.code];

export const endOf = ({ status, failure }: Pick<Ended, 'status' | 'failure'>): End =>
  status === 'stopped' ? 'stopped' : (faultOf(failure) ?? 'failed');

/** An answer after failures of a run or of its tests: a drive with a fault is not good, however fast it was otherwise. */
export function afterFailures(answer: Answer, failures: readonly (Failure | undefined)[]): Answer {
  const [why] = failures.flatMap((failure) => faultOf(failure) ?? []);
  return why === undefined ? answer : { ...answer, sentence: { kind: 'nothing', why } };
}

/** Where no test was finished the sentence says how the run ended, and there is none to show. */
export const withoutEnd = (notes: readonly Note[]): Note[] => notes.filter((note) => !ENDS.has(note));

/** The notes on any record; a family adds its own. */
export function notesOf(record: Ended, flags: readonly Flag[]): Note[] {
  const ofFlags = flags.flatMap(({ code }) => NOTE_OF_FLAG[code] ?? []);
  const outcomes = new Set(record.environment.pauses?.map(({ outcome }) => outcome));
  const ofPauses = PAUSE_OUTCOMES.filter((outcome) => outcomes.has(outcome)).map(
    (outcome) => `pause_${outcome}` as const,
  );
  return [...ofFlags, ...ofPauses, ...(record.status === 'done' ? [] : [endOf(record)])];
}

/** The finding of a family: its sentence, and its marks on the one ruler it has. */
export interface Finding {
  readonly sentence: Sentence;
  readonly marks: readonly Mark[];
}

interface SingleAnswer {
  /** Default: the family's. */
  readonly ruler?: RulerId;
  readonly proof: Proof;
  /** `null`: nothing was measured. */
  readonly finding: Finding | null;
  /** The mark that is missing then. */
  readonly emptyMark: Mark['id'];
  /** The sentence for browsers where flushes do nothing; that nothing is known of the drive without it. */
  readonly whenFlushDoesNothing?: Sentence;
}

/** The answer of a family with one ruler; without findings the ruler is empty and says why. */
export function answerWith<Plan extends PlanHead, Result>(
  family: Family<Plan, Result>,
  record: RecordOf<Plan, Result>,
  options: SingleAnswer,
): Answer {
  const { family: id } = record.plan;
  const { ruler = RULERS_OF[id][0], proof, finding, emptyMark, whenFlushDoesNothing } = options;
  const notes = notesOf(record, flagsOf(family, record));
  // Where flushes do nothing, no drive was measured by what they make durable.
  const isFree = proof.kind === 'flushed' && notes.includes('flush_does_nothing');
  const shownFinding: Finding = (isFree ? null : finding) ?? {
    sentence: isFree
      ? (whenFlushDoesNothing ?? { kind: 'nothing', why: 'flush_does_nothing' })
      : { kind: 'nothing', why: endOf(record) },
    marks: [missing(emptyMark, isFree ? 'flush_does_nothing' : whyMissing(record))],
  };
  return {
    family: id,
    sentence: shownFinding.sentence,
    rulers: [{ id: ruler, marks: shownFinding.marks }],
    proof: finding ? (isFree ? SYSTEM : proof) : null,
    memory: null,
    notes: finding ? notes : withoutEnd(notes),
  };
}
