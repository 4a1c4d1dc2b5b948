import { isMeasured, type MeasuredMark, type Ruler } from '../families/answer.ts';
import type { RulerId } from '../figures/rulers.ts';

/** A result with the letter that it has on the page. */
export interface Lettered {
  readonly letter: string;
  readonly isBase: boolean;
  readonly rulers: readonly Ruler[];
  /** The words that each of its marks needs. */
  readonly note?: string;
}

interface LetteredMark {
  readonly letter: string;
  readonly isBase: boolean;
  readonly mark: MeasuredMark;
  readonly note: string;
}

interface SharedRuler {
  readonly id: RulerId;
  readonly marks: readonly LetteredMark[];
}

/** A rate that was kept all the time is the one of the end. */
const sameAs = (id: string) => (id === 'kept' ? 'at_last' : id);

/** The rulers of several results, each with the one mark that most of them have. */
export function shareRulers(results: readonly Lettered[]): SharedRuler[] {
  const ids = [...new Set(results.flatMap(({ rulers }) => rulers.map(({ id }) => id)))];
  return ids.flatMap((id): SharedRuler[] => {
    const all = results.flatMap(({ letter, isBase, rulers, note = '' }) =>
      (rulers.find((ruler) => ruler.id === id)?.marks ?? [])
        .filter(isMeasured)
        .map((mark) => ({ letter, isBase, mark, note })),
    );
    const kinds = [...new Set(all.map(({ mark }) => sameAs(mark.id)))];
    const of = (kind: string) => all.filter(({ mark }) => sameAs(mark.id) === kind);
    const marks = kinds.map(of).toSorted((a, b) => b.length - a.length)[0] ?? [];
    return marks.length === 0 ? [] : [{ id, marks }];
  });
}
