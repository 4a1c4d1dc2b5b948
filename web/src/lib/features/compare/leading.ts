import { isMeasured, scaleOf, type MarkId, type MeasuredMark, type RulerId } from '@opfsmark/schema/answer';
import { ratioKindOf, ratioOf, SPREAD_LIMIT, type Measured, type Ratio } from '@opfsmark/schema/figures';
import { betweenRuns, type Compared, type ComparedRow } from './compare.ts';

/** What is said of each other result, against the baseline. */
export interface Difference {
  readonly run_id: string;
  readonly ratio: Ratio;
}

export type Leading =
  /** What differs most surely: a mark of the rulers, or a row of the table by its name. */
  | { readonly kind: 'mark'; readonly mark: MarkId; readonly differences: readonly Difference[] }
  | { readonly kind: 'row'; readonly name: string; readonly differences: readonly Difference[] }
  /** `isChance`: some figures do differ, but no further than runs of one computer. */
  | { readonly kind: 'same'; readonly isChance: boolean }
  /** No figure of both is the drive's. */
  | { readonly kind: 'incomparable' };

/** What was kept all the time is what a run had in the end. */
const sameAs = (id: MarkId): MarkId => (id === 'kept' ? 'at_last' : id);

/** A single value is as unsure as one loop of several. */
function widened({ value, low, high }: Measured): Measured {
  if (low < high) return { value, low, high };
  return { value, low: value / (1 + SPREAD_LIMIT), high: value * (1 + SPREAD_LIMIT) };
}

interface Placed {
  readonly ruler: RulerId;
  readonly mark: MeasuredMark;
}

/** Marks that stand for a drive as a whole: a median of some of the calls is no rate of all. */
const wholeMarks = ({ rulers }: Compared): Placed[] =>
  rulers.flatMap(({ id: ruler, marks }) =>
    marks
      .filter(isMeasured)
      .filter(({ from }) => from !== 'mixed')
      .map((mark) => ({ ruler, mark })),
  );

const isAlike = (a: Placed, b: Placed) => a.ruler === b.ruler && sameAs(a.mark.id) === sameAs(b.mark.id);

function ofMark(of: Compared, base: Placed, others: readonly Compared[]): Leading & { readonly kind: 'mark' } {
  const differences = others.flatMap((run): Difference[] => {
    const own = wholeMarks(run).find((placed) => isAlike(placed, base));
    const ratio =
      own && ratioOf(widened(own.mark), widened(base.mark), scaleOf(base.ruler).better, betweenRuns(run, of));
    return ratio ? [{ run_id: run.run_id, ratio }] : [];
  });
  return { kind: 'mark', mark: sameAs(base.mark.id), differences };
}

const ofRow = ({ name, cells }: ComparedRow): Leading & { readonly kind: 'row' } => ({
  kind: 'row',
  name,
  differences: cells.flatMap(({ run_id, ratio }) => (ratio ? [{ run_id, ratio }] : [])),
});

/** How far the nearer end of the interval is from "the same", in logarithms: what is proven at the least. */
const strengthOf = ({ ratio: { tie, chance, low, high } }: Difference) =>
  tie || chance ? 0 : Math.min(Math.abs(Math.log(low)), Math.abs(Math.log(high)));

/** The one in which some result differs most surely, with that result first. */
function strongest(all: readonly (Leading & { readonly kind: 'mark' | 'row' })[]): Leading | null {
  const sorted = all.map((one) => ({
    ...one,
    differences: one.differences.toSorted((a, b) => strengthOf(b) - strengthOf(a)),
  }));
  const strength = (differences: readonly Difference[]) => (differences[0] ? strengthOf(differences[0]) : 0);
  const best = sorted.toSorted((a, b) => strength(b.differences) - strength(a.differences))[0];
  return best && strength(best.differences) > 0 ? best : null;
}

/** What a comparison says first: of the rulers' marks before all, because those have a plain name. */
export function leadingOf(runs: readonly Compared[], base: Compared, rows: readonly ComparedRow[]): Leading {
  const others = runs.filter(({ run_id }) => run_id !== base.run_id);
  const marks = wholeMarks(base).map((mark) => ofMark(base, mark, others));
  const rest = rows.filter((row) => row.origin !== 'memory' && ratioKindOf(row) === 'speed').map(ofRow);
  const found = strongest(marks) ?? strongest(rest);
  if (found) return found;
  const all = [...marks, ...rest].flatMap(({ differences }) => differences);
  if (all.length === 0) return { kind: 'incomparable' };
  return { kind: 'same', isChance: all.some(({ ratio }) => ratio.chance) };
}
