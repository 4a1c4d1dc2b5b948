import { isMeasured, type MarkId, type MeasuredMark, type RulerId, scaleOf } from '@opfsmark/schema/answer';
import { type MeasuredValue, type Ratio, ratioKindOf, ratioOf, SPREAD_LIMIT } from '@opfsmark/schema/figures';
import { betweenRuns, type Compared, type ComparedRow, type ComparedRun, letterOf, ownNames } from './compare.ts';
import { changeAt, changeIn } from '$lib/base/figures/change.ts';
import type { ChangeKind, ChangePart } from '$lib/base/figures/change-text.ts';
import { useI18n, useTexts } from '$lib/base/i18n/index.ts';
import { useRatioText } from './ratio.ts';

/** The difference of each other result, against the baseline. */
interface Difference {
  readonly run_id: string;
  readonly ratio: Ratio;
}

type Leading =
  /** The surest difference: a mark of the rulers, or a row of the table by its name. */
  | { readonly kind: 'mark'; readonly mark: MarkId; readonly differences: readonly Difference[] }
  | { readonly kind: 'row'; readonly name: string; readonly differences: readonly Difference[] }
  /** `isChance`: some figures do differ, but no further than runs of one computer. */
  | { readonly kind: 'same'; readonly isChance: boolean }
  /** No figure of both is the drive's. */
  | { readonly kind: 'incomparable' };

/** A rate that was kept all the time is the one of the end. */
const sameAs = (id: MarkId): MarkId => (id === 'kept' ? 'at_last' : id);

/** A single value is as unsure as one loop of several. */
function widened({ value, low, high }: MeasuredValue): MeasuredValue {
  if (low < high) return { value, low, high };
  return { value, low: value / (1 + SPREAD_LIMIT), high: value * (1 + SPREAD_LIMIT) };
}

interface PlacedMark {
  readonly ruler: RulerId;
  readonly mark: MeasuredMark;
}

/** Marks that stand for a drive as a whole: a median of some of the calls is no rate of all. */
const wholeMarks = ({ rulers }: Compared): PlacedMark[] =>
  rulers.flatMap(({ id: ruler, marks }) =>
    marks
      .filter(isMeasured)
      .filter(({ from }) => from !== 'mixed')
      .map((mark) => ({ ruler, mark })),
  );

const isAlike = (a: PlacedMark, b: PlacedMark) => a.ruler === b.ruler && sameAs(a.mark.id) === sameAs(b.mark.id);

function ofMark(of: Compared, base: PlacedMark, others: readonly Compared[]): Leading & { readonly kind: 'mark' } {
  const differences = others.flatMap((run): Difference[] => {
    const runMark = wholeMarks(run).find((candidate) => isAlike(candidate, base));
    const ratio =
      runMark && ratioOf(widened(runMark.mark), widened(base.mark), scaleOf(base.ruler).better, betweenRuns(run, of));
    return ratio ? [{ run_id: run.run_id, ratio }] : [];
  });
  return { kind: 'mark', mark: sameAs(base.mark.id), differences };
}

/** Marks that people see of a drive, as rates. */
const CHANGES: Partial<Record<MarkId, ChangeKind>> = {
  save: 'save',
  small_read: 'small_read',
  large_read: 'large_read',
  large_write: 'large_write',
};

interface MachineChange {
  /** When the first run after it was made. */
  readonly since: string;
  readonly parts: readonly ChangePart[];
}

/** From one run to a later one, by the rule of comparisons. */
function changeBetween(before: Compared, after: ComparedRun): MachineChange {
  const parts = wholeMarks(before).flatMap((mark): ChangePart[] => {
    const kind = CHANGES[mark.mark.id];
    const ratio = ofMark(before, mark, [after]).differences[0]?.ratio;
    return kind && ratio ? [{ kind, ratio: ratio.tie || ratio.chance ? 1 : ratio.ratio }] : [];
  });
  return { since: after.started_at, parts };
}

/** Where several have changed most, by the rule of histories. */
function changeAlong(inTime: readonly ComparedRun[]): MachineChange | null {
  const series = (Object.entries(CHANGES) as [MarkId, ChangeKind][]).flatMap(([id, kind]) => {
    const values = inTime.flatMap((run) => wholeMarks(run).find(({ mark }) => mark.id === id)?.mark.value ?? []);
    return values.length === inTime.length ? [{ kind, values }] : [];
  });
  const changes = series.flatMap(({ values }) => changeIn(values) ?? []);
  const [largest] = changes.toSorted((a, b) => Math.abs(Math.log(b.ratio)) - Math.abs(Math.log(a.ratio)));
  const since = largest && inTime[largest.index]?.started_at;
  if (!largest || since === undefined) return null;
  const parts = series.flatMap(({ kind, values }): ChangePart[] => {
    const ratio = changeAt(values, largest.index);
    return ratio === null ? [] : [{ kind, ratio }];
  });
  return { since, parts };
}

/** The change between runs of one machine; `null` where nothing clearly has. */
export function changeAmong(runs: readonly ComparedRun[]): MachineChange | null {
  const inTime = runs.toSorted((a, b) => (a.started_at < b.started_at ? -1 : 1));
  const [first, second] = inTime;
  if (!first || !second) return null;
  const change = inTime.length === 2 ? changeBetween(first, second) : changeAlong(inTime);
  return change?.parts.some(({ ratio }) => ratio !== 1) ? change : null;
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
  const sortedLeads = all.map((one) => ({
    ...one,
    differences: one.differences.toSorted((a, b) => strengthOf(b) - strengthOf(a)),
  }));
  const strength = (differences: readonly Difference[]) => (differences[0] ? strengthOf(differences[0]) : 0);
  const best = sortedLeads.toSorted((a, b) => strength(b.differences) - strength(a.differences))[0];
  return best && strength(best.differences) > 0 ? best : null;
}

/** The lead of a comparison: of the rulers' marks before all, because those have a plain name. */
export function leadingOf(runs: readonly Compared[], base: Compared, rows: readonly ComparedRow[]): Leading {
  const others = runs.filter(({ run_id }) => run_id !== base.run_id);
  const marks = wholeMarks(base).map((mark) => ofMark(base, mark, others));
  const rest = rows.filter((row) => row.limit !== 'memory' && ratioKindOf(row) === 'speed').map(ofRow);
  const lead = strongest(marks) ?? strongest(rest);
  if (lead) return lead;
  const all = [...marks, ...rest].flatMap(({ differences }) => differences);
  if (all.length === 0) return { kind: 'incomparable' };
  return { kind: 'same', isChance: all.some(({ ratio }) => ratio.chance) };
}

/** Hebrew, Arabic and what is written like them: within a sentence it must not turn what stands around it. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufefc]/;
const isolated = (name: string) => (RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name);

/** With more results than this, only the one that differs most is named. */
const MAX_NAMED = 2;

/** The name of each in the sentence: one that no name tells apart is called by its letter. */
export const shortNames = (all: readonly Pick<Compared, 'names'>[]): string[] =>
  ownNames(all).map((name, index) => (name === null ? letterOf(index) : isolated(name)));

/** Within a component: what a comparison says first, in the page's language. */
export function useLeadText() {
  const i18n = useI18n();
  const texts = useTexts('compare');
  const ratios = useRatioText();

  function differencesText(differences: readonly Difference[], base: string, nameOf: (id: string) => string): string {
    const { t } = texts;
    const namedDifferences = differences.length > MAX_NAMED ? differences.slice(0, 1) : differences;
    const phrases = namedDifferences.map(({ run_id, ratio }, index) => {
      const name = nameOf(run_id);
      if (ratio.tie || ratio.chance) return t.leadTie({ name });
      const text = ratios.say(ratio.ratio, 'speed');
      return index === 0 ? t.leadFirst({ name, ratio: text, base }) : t.leadNext({ name, ratio: text });
    });
    return i18n.format.list(phrases);
  }

  return (leading: Leading, base: string, nameOf: (id: string) => string, labelOf: (row: string) => string) => {
    const { t } = texts;
    switch (leading.kind) {
      case 'same':
        return leading.isChance ? t.leadChance() : t.leadSame();
      case 'incomparable':
        return t.leadIncomparable();
      case 'mark':
      case 'row': {
        const subject = leading.kind === 'mark' ? t.subjects[leading.mark]() : labelOf(leading.name);
        return t.lead({ subject, differences: differencesText(leading.differences, base, nameOf) });
      }
    }
  };
}
