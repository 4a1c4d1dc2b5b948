import * as ANSWERS from '../families/all-answers.ts';
import { type Answer, isMeasured, type Mark, type Note } from '../families/answer.ts';
import type { FamilyRecord } from '../families/families.ts';
import type { FamilyId } from '../families/ids.ts';
import type { RunRecord } from '../families/checks.ts';
import { type Fill, median } from '../documents/index.ts';
import { afterFailures, exactly, markOf, MB } from '../families/answer-parts.ts';
import { fillBytesPerSecond } from '../figures/index.ts';

/** So far above its value the interval of a fast call reaches where its loops agree. */
const MAX_CALM = 0.6;
/** A single figure may have a reason of its own, as a cache of the drive that is used up. */
const MIN_FIGURES = 2;

/** By what share another run may exceed these figures of one, in the middle of them; `null` where most of them hold. */
function variesBy(figures: readonly { readonly low: number; readonly high: number }[]): number | null {
  const shares = figures.flatMap(({ low, high }) => (low < high ? Math.sqrt(high / low) - 1 : []));
  const wideShares = shares.filter((share) => share > MAX_CALM);
  return wideShares.length >= MIN_FIGURES && 2 * wideShares.length > shares.length ? median(shares) : null;
}

/** The share that other programs took of this run, by its record alone: the figures vary, or the browser said so before it. */
function noteOf(record: RunRecord, variesShare: number | null): Note | null {
  if (variesShare !== null) return 'varies';
  const { cpu_pressure } = record.environment;
  return cpu_pressure === 'serious' || cpu_pressure === 'critical' ? 'busy' : null;
}

/** The answer with what a busy computer costs, where anything was measured and no drift says more. */
function withBusy(answer: Answer, record: RunRecord): Answer {
  if (answer.drift !== undefined) return { ...answer, notes: [...answer.notes, 'drifts'] };
  if (answer.step !== undefined) return { ...answer, notes: [...answer.notes, 'steps'] };
  const share = variesBy(answer.rulers.flatMap(({ marks }) => marks.filter(isMeasured)));
  const note = noteOf(record, share);
  if (note === null || !answer.rulers.some(({ marks }) => marks.some(isMeasured))) return answer;
  return { ...answer, notes: [...answer.notes, note], ...(share !== null && { varies_by: share }) };
}

/** The answer of a family, with the notes that any record may have. */
function complete(answer: Answer, record: RunRecord): Answer {
  const { pauses } = record.environment;
  return { ...afterFailures(withBusy(answer, record), [record.failure]), ...(pauses && { pauses }) };
}

const WRITES: ReadonlySet<Mark['id']> = new Set(['large_write', 'long_write']);

/**
 * The answer of a run under way, with how fast its file was filled, the flush included, where the mark of large writes will
 * stand: the first that is known of the drive, seconds after the click. It has words of its own, because a burst of another size says
 * something else.
 */
export function withFillMark(answer: Answer, fill: Fill | undefined): Answer {
  const bytesPerS = fill && fillBytesPerSecond(fill);
  if (!bytesPerS) return answer;
  const fillMark = (mark: Mark): Mark => {
    if (isMeasured(mark) || !WRITES.has(mark.id)) return mark;
    return { ...markOf(mark.id, exactly(bytesPerS), { from: 'drive', per: MB }), isFill: true };
  };
  return { ...answer, rulers: answer.rulers.map((ruler) => ({ ...ruler, marks: ruler.marks.map(fillMark) })) };
}

export { largeRowsOf, smallRowOf } from '../families/matrix/answer.ts';

/** A family that is missing does not compile. */
const BY_ID: { readonly [Id in FamilyId]: (record: FamilyRecord<Id>) => Answer } = ANSWERS;

/** The answer of a run, as numbers: the sentence, the rulers and where the numbers came from. Words are made of it elsewhere. */
export function answerOf(record: RunRecord): Answer {
  const answer = BY_ID[record.family] as (record: RunRecord) => Answer;
  return complete(answer(record), record);
}
