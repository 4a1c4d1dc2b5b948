import { isMeasured, isWide, type Mark, type MarkId, type MeasuredMark, type Sentence, type Told } from '../answer.ts';
import { GRADE_ORDER, gradeOfSentence, type Grade, unevenBy, unevenIn } from '../verdict.ts';

/** The words of a sentence about its mark, beside its value. */
function toldOf(mark: MeasuredMark, scale: (value: number) => number = (value) => value): Told {
  const ends = [scale(mark.low), scale(mark.high)] as const;
  const uneven = mark.stalls ? unevenBy(mark.stalls) : null;
  return {
    ...(isWide(mark) && { range: { low: Math.min(...ends), high: Math.max(...ends) } }),
    ...(uneven && { uneven }),
  };
}

/** The sentence that a mark of the drive makes. */
function sentenceOfMark(mark: MeasuredMark): Sentence | null {
  switch (mark.id) {
    case 'small_read':
      return { kind: 'small_read', ns: 1e9 / mark.value, ...toldOf(mark, (perS) => 1e9 / perS) };
    case 'save':
      return { kind: 'saves', per_s: mark.value, ...toldOf(mark) };
    case 'large_write':
    case 'long_write':
      return { kind: 'large_write', mb_per_s: mark.value, isBurst: mark.id === 'large_write', ...toldOf(mark) };
    case 'large_read':
      return { kind: 'large_read', mb_per_s: mark.value, ...toldOf(mark) };
    default:
      return null;
  }
}

/** The mark that people wait for most often comes first. */
const IN_SENTENCES: readonly MarkId[] = ['small_read', 'save', 'large_write', 'long_write', 'large_read'];

export const isProven = (mark: Mark): mark is MeasuredMark => isMeasured(mark) && mark.from === 'drive';

/** The verdict on a drive: the figure that has the worst grade, one that is very uneven before the others. */
export function worstSentence(marks: readonly Mark[]): Sentence | null {
  const ofDrive = IN_SENTENCES.flatMap((id) => marks.filter(isProven).filter((mark) => mark.id === id));
  const part = marks.filter(isMeasured).filter(({ id, from }) => id === 'small_read' && from === 'mixed');
  const sentences = [...ofDrive, ...part].flatMap((mark) => sentenceOfMark(mark) ?? []);
  const ofGrade = (grade: Grade) => sentences.filter((sentence) => gradeOfSentence(sentence) === grade);
  const [first, ...others] = GRADE_ORDER.map(ofGrade).find((worst) => worst.length > 0) ?? sentences;
  return first && !unevenIn(first) ? (others.find(unevenIn) ?? first) : (first ?? null);
}
