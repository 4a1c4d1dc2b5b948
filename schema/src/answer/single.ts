import type { RunRecord } from '../families/index.ts';
import { intervalOf, type Measured } from '../figures/index.ts';
import type { Answer, Mark, Proof, Sentence } from './answer.ts';
import { missing, notesOf, whyMissing } from './build.ts';
import type { RulerId } from './rulers.ts';

/** What a family found: its sentence, and its marks on the one ruler it has. */
export interface Found {
  readonly sentence: Sentence;
  readonly marks: readonly Mark[];
}

interface Single {
  readonly ruler: RulerId;
  readonly proof: Proof;
  /** `null`: nothing was measured. */
  readonly found: Found | null;
  /** The mark that is missing then. */
  readonly empty: Mark['id'];
}

/** The answer of a family with one ruler; without findings the ruler is empty and says why. */
export function answerWith(record: RunRecord, { ruler, proof, found, empty }: Single): Answer {
  const notes = notesOf(record);
  // Where flushes do nothing, no drive was measured by what they make durable.
  const isFree = proof.kind === 'flushed' && notes.includes('flush_does_nothing');
  const own: Found = (isFree ? null : found) ?? {
    sentence: {
      kind: 'nothing',
      why: isFree ? 'flush_does_nothing' : record.status === 'failed' ? 'failed' : 'stopped',
    },
    marks: [missing(empty, isFree ? 'flush_does_nothing' : whyMissing(record))],
  };
  return {
    family: record.family,
    sentence: own.sentence,
    rulers: [{ id: ruler, marks: own.marks }],
    proof: isFree ? SYSTEM : proof,
    memory: null,
    notes,
  };
}

export const FLUSHED: Proof = { kind: 'flushed' };
export const SYSTEM: Proof = { kind: 'system' };

/** A value that was measured once. */
export const once = (value: number): Measured => intervalOf([value]);
/** A value that has no interval: the longest of all calls is what it is. */
export const exactly = (value: number): Measured => ({ value, low: value, high: value });
