import type { FamilyId } from '../families/index.ts';
import { BUSY_NOTES, isMeasured, type Answer, type MarkId, type Ruler } from './answer.ts';
import { COMMITS_FOR_QUEUE, COMMITS_PER_FRAME, FILES_AT_ONCE, ATTENTION_S, INSTANT_NS } from './limits.ts';
import { RULERS, scaleOf } from './rulers.ts';
import { gradeOfSentence } from './verdict.ts';

interface Why {
  /** Slower than this is bad: what a laptop's SSD reaches at least, or where people begin to wait. */
  readonly limit: number;
  /** What explains it. */
  readonly family: FamilyId;
}

const SSD_READS = RULERS.opens.bands[2].low;
const SSD_SPEED = RULERS.moves.bands[2].low;
const SSD_SAVES = RULERS.saves.bands[1].low;

/**
 * From each number that can be bad to the family that explains it. It leads from what apps feel to what drives do, and
 * never back: slow writes of many at once, at its end, are the drive itself.
 */
export const WHY: Readonly<Record<MarkId, Why | null>> = {
  item: { limit: COMMITS_PER_FRAME, family: 'durability' },
  commit: { limit: COMMITS_FOR_QUEUE, family: 'durability' },
  file: { limit: FILES_AT_ONCE / ATTENTION_S, family: 'app-storage' },
  save: { limit: SSD_SAVES, family: 'durability' },
  flushed_each: { limit: SSD_SPEED, family: 'stutter' },
  small_read: { limit: SSD_READS, family: 'stutter' },
  drive_wait: { limit: SSD_READS, family: 'stutter' },
  stall: { limit: INSTANT_NS, family: 'sustained' },
  busy_save: { limit: INSTANT_NS, family: 'sustained' },
  large_write: { limit: SSD_SPEED, family: 'sustained' },
  long_write: { limit: SSD_SPEED, family: 'sustained' },
  folder_write: { limit: SSD_SPEED, family: 'sustained' },
  large_read: { limit: SSD_SPEED, family: 'block-sweep' },
  kept: { limit: SSD_SPEED, family: 'block-sweep' },
  at_first: { limit: SSD_SPEED, family: 'block-sweep' },
  at_last: { limit: SSD_SPEED, family: 'block-sweep' },
  block_write: { limit: SSD_SPEED, family: 'queue-sweep' },
  queue_write: null,
};

/** The family that explains the first bad number on a ruler; `null` where none is bad. */
export function explainedOn({ id, marks }: Ruler, { sentence }: Pick<Answer, 'sentence'>): FamilyId | null {
  const isSlow = (value: number, limit: number) => (scaleOf(id).better === 'higher' ? value < limit : value > limit);
  const isDear = sentence.kind === 'flush_cost' && sentence.grade === 'dear';
  for (const mark of marks.filter(isMeasured)) {
    const why = WHY[mark.id];
    if (why && (isDear || isSlow(mark.value, why.limit))) return why.family;
  }
  return null;
}

/** What to do after a verdict: look for the cause elsewhere, or measure what explains it; a busy run is run again first. */
export type NextStep = { readonly kind: 'elsewhere' } | { readonly kind: 'measure'; readonly family: FamilyId };

export function nextStep(answer: Answer): NextStep | null {
  if (answer.notes.some((note) => BUSY_NOTES.includes(note))) return null;
  const [family] = answer.rulers.flatMap((ruler) => explainedOn(ruler, answer) ?? []);
  const { kind } = answer.sentence;
  switch (gradeOfSentence(answer.sentence)) {
    case 'good':
      // Other numbers do not say whether the drive makes a computer slow.
      return family === undefined && (kind === 'small_read' || kind === 'stall') ? { kind: 'elsewhere' } : null;
    case 'poor':
      return family === undefined ? null : { kind: 'measure', family };
    default:
      return null;
  }
}
