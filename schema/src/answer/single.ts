import { flagsOf, type RunRecord } from '../families/index.ts';
import type { Answer, Mark, Proof, Sentence } from './answer.ts';
import { missing, notesOf, SYSTEM, whyMissing, withoutEnd } from './build.ts';
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
  /** What is said where flushes do nothing; that nothing is known of the drive without it. */
  readonly whenFlushDoesNothing?: Sentence;
}

/** The answer of a family with one ruler; without findings the ruler is empty and says why. */
export function answerWith(record: RunRecord, { ruler, proof, found, empty, whenFlushDoesNothing }: Single): Answer {
  const all = notesOf(record, flagsOf(record));
  // Where flushes do nothing, no drive was measured by what they make durable.
  const isFree = proof.kind === 'flushed' && all.includes('flush_does_nothing');
  const own: Found = (isFree ? null : found) ?? {
    sentence: isFree
      ? (whenFlushDoesNothing ?? { kind: 'nothing', why: 'flush_does_nothing' })
      : { kind: 'nothing', why: record.status === 'stopped' ? 'stopped' : 'failed' },
    marks: [missing(empty, isFree ? 'flush_does_nothing' : whyMissing(record))],
  };
  return {
    family: record.family,
    sentence: own.sentence,
    rulers: [{ id: ruler, marks: own.marks }],
    proof: found ? (isFree ? SYSTEM : proof) : null,
    memory: null,
    notes: found ? all : withoutEnd(all),
  };
}
