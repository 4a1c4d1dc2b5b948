import { isOfOneMachine } from '$lib/base/pick/address.ts';
import type { MarkId, Ruler, RulerId } from '@opfsmark/schema/answer';
import { escapeMarkdown, type Row } from '@opfsmark/schema/documents';
import type { FamilyId } from '@opfsmark/schema/families';
import type { ScoreKind } from '@opfsmark/schema/families/matrix/score';
import type { ForeignFigure } from '@opfsmark/schema/foreign';
import { compareFigures, isRead, type Figure, type MeasuredValue, type Ratio } from '@opfsmark/schema/figures';

/** Fields of a plan that have a fact of their own. */
export const PLAN_FACTS = ['file_bytes', 'loops', 'limit_s', 'data', 'cache'] as const;

/** Facts about a run, said or seen, in the order in which differences are named. */
export const FACTS = [
  'device',
  'drive',
  'interface',
  'filesystem',
  'os',
  'browser',
  'engine',
  'layout',
  'flush_primitive',
  'indexeddb',
  'clock_step_ns',
  'isolated',
  'profile',
  'settings',
  ...PLAN_FACTS,
] as const;
export type Fact = (typeof FACTS)[number];
export type FactValue = string | number | boolean | null;
/** `file_bytes`: as much as was measured, which by time is never the same twice; `planned_bytes`: the most that was asked for. */
export type Facts = Readonly<Record<Fact | 'planned_bytes', FactValue>>;

/** Where these differ, two runs have not measured the same thing. */
const TEST_FACTS: readonly Fact[] = [
  'engine',
  'layout',
  'indexeddb',
  'settings',
  'file_bytes',
  'limit_s',
  'data',
  'cache',
];

/** The facts in which the runs are not all alike. */
export function differences(runs: readonly { readonly facts: Facts }[]): Fact[] {
  return FACTS.filter((fact) => new Set(runs.map(({ facts }) => facts[fact])).size > 1);
}

/** The differences by which it is not the same test any more. What a run does not know is no difference. */
export function testDifferences(runs: readonly { readonly facts: Facts }[]): Fact[] {
  const askedFor = (fact: Fact) => (fact === 'file_bytes' ? 'planned_bytes' : fact);
  const knownValues = (fact: Fact) => runs.map(({ facts }) => facts[askedFor(fact)]).filter((value) => value !== null);
  return TEST_FACTS.filter((fact) => new Set(knownValues(fact)).size > 1);
}

const FIRST = 'A'.charCodeAt(0);

/** How the results of a comparison are told apart: A, B, C .. in their order. */
export const letterOf = (index: number): string => String.fromCharCode(FIRST + index);

/**
 * The name of each so that no other has the same: by what people look for, such as its drive; of several of one drive also by
 * the first name that only it has among them; where all are of one drive, by that alone. `null`: nothing that was said tells it apart.
 */
export const ownNames = (all: readonly Pick<Compared, 'names'>[]): (string | null)[] =>
  all.map(({ names }) => {
    const [head = null] = names;
    const alike = all.filter((other) => other.names[0] === head);
    if (alike.length === 1) return head;
    const own = names.find((name) => alike.filter((other) => other.names.includes(name)).length === 1) ?? null;
    return own === null || alike.length === all.length ? own : `${head} · ${own}`;
  });

export type Scores = Readonly<Partial<Record<ScoreKind, number>>>;

/** `system`: drive, file system and browser together. `memory`: memory answered or took some of it, or nobody can tell. */
export type FigureLimit = 'drive' | 'system' | 'memory';

export interface ComparedFigure extends Figure {
  readonly limit: FigureLimit;
  /** Known of a figure that another tool reports. */
  readonly reported?: Pick<ForeignFigure, 'access' | 'mean_ns'>;
}

/** A thing that has figures to be compared: a run, or a device by those of its runs. */
export interface Compared {
  readonly run_id: string;
  /** Its names, in the order in which people look for it: see `resultNames`. None where nobody has said it. */
  readonly names: readonly string[];
  readonly figures: readonly ComparedFigure[];
  readonly rulers: readonly Ruler[];
  readonly scores: Scores;
  /** `null` where several clocks measured. */
  readonly clock_step_ns: number | null;
  /** Facts about a run, said or seen; a device has none. */
  readonly facts?: Facts;
  /** Warnings of moderators about results like it. */
  readonly warnings?: readonly string[] | undefined;
  /** Not measured by us: it stands beside the others, and no sentence is made of it. */
  readonly isReported?: true;
}

export interface ComparedRun extends Compared {
  /** Only runs of one family can be compared. */
  readonly family: FamilyId;
  readonly started_at: string;
  readonly facts: Facts;
}

/** All results, where their address says that they are of one machine: which nobody knows of what another tool reports. */
export function runsOfOneMachine(parameters: URLSearchParams, all: readonly Compared[]): ComparedRun[] {
  const runs = all.filter((result): result is ComparedRun => !result.isReported);
  return isOfOneMachine(parameters) && runs.length === all.length ? runs : [];
}

/** The runs of the first one's family, and those that measured something else. */
export function splitByFamily(runs: readonly ComparedRun[]): { same: ComparedRun[]; other: ComparedRun[] } {
  const isSame = ({ family }: ComparedRun) => family === runs[0]?.family;
  return { same: runs.filter(isSame), other: runs.filter((run) => !isSame(run)) };
}

export interface ComparedCell {
  readonly run_id: string;
  readonly figure: ComparedFigure | null;
  /** `null` for the baseline itself, and where the two cannot be compared. */
  readonly ratio: Ratio | null;
  /** The baseline's figure where one was read from the drive and the other was not. */
  readonly unlike: ComparedFigure | null;
}

export interface ComparedRow {
  readonly id: string;
  readonly name: string;
  readonly unit: Figure['unit'];
  readonly isRead: boolean;
  /** The limit of all runs together: one that memory answered makes the row say nothing about the drives. */
  readonly limit: FigureLimit;
  readonly cells: readonly ComparedCell[];
}

function limitOfAll(cells: readonly ComparedCell[]): FigureLimit {
  const limits = new Set(cells.flatMap(({ figure }) => figure?.limit ?? []));
  return limits.has('memory') ? 'memory' : limits.has('system') ? 'system' : 'drive';
}

/**
 * By how much two results may differ by chance beyond their intervals, in logarithms: between runs in which nothing differs,
 * everything is chance.
 */
export function betweenRuns({ facts }: Compared, { facts: other }: Compared): number {
  if (!facts || !other) return 0;
  return differences([{ facts }, { facts: other }]).length === 0 ? Infinity : 0;
}

/** All figures of all runs, in the order of the first run that has them. */
export function compareRuns(runs: readonly Compared[], base: Compared): ComparedRow[] {
  const all = runs.flatMap(({ figures }) => figures);
  const heads = [...new Map(all.toReversed().map((figure) => [figure.id, figure])).values()].toReversed();
  return heads.map((head) => {
    const of = ({ figures }: Compared) => figures.find(({ id }) => id === head.id) ?? null;
    const baseFigure = of(base);
    const cells = runs.map((run): ComparedCell => {
      const [{ run_id }, figure] = [run, of(run)];
      if (!figure || !baseFigure || run_id === base.run_id) return { run_id, figure, ratio: null, unlike: null };
      const ratio = compareFigures(figure, baseFigure, betweenRuns(run, base));
      return ratio === 'unlike'
        ? { run_id, figure, ratio: null, unlike: baseFigure }
        : { run_id, figure, ratio, unlike: null };
    });
    return {
      id: head.id,
      name: head.name,
      unit: head.unit,
      isRead: isRead(head),
      limit: limitOfAll(cells),
      cells,
    };
  });
}

/** A comparison for Markdown: its sentence, which leads to the page where others see the same, and its table. Typed text formats nothing. */
export function comparisonMarkdown(
  lead: string,
  address: string | null,
  head: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const line = (cells: readonly string[]) => `| ${cells.map(escapeMarkdown).join(' | ')} |`;
  const sentence = escapeMarkdown(lead);
  return [
    address === null ? sentence : `[${sentence}](${address})`,
    '',
    line(head),
    `|---|${'---:|'.repeat(head.length - 1)}`,
    ...rows.map(line),
  ].join('\n');
}

/** Addresses of the same comparison: with another baseline, or without a run. */
export interface CompareLinks {
  readonly withBase: (id: string) => string;
  readonly without: (id: string) => string;
}

/** The rulers of a grid with marks of what somebody else has summed up or measured; `null`: it has nothing for a mark. */
export function rulersWith<Mark extends { readonly ruler: RulerId; readonly mark: MarkId }>(
  marks: readonly Mark[],
  measuredOf: (mark: Mark) => (MeasuredValue & { readonly row?: Row }) | null,
): Ruler[] {
  return [...new Set(marks.map(({ ruler }) => ruler))].map((id) => ({
    id,
    marks: marks
      .filter(({ ruler }) => ruler === id)
      .flatMap((one) => {
        const measurement = measuredOf(one);
        return measurement
          ? [{ id: one.mark, ...measurement, from: 'drive' as const, drive_share: null, detail: {} }]
          : [];
      }),
  }));
}
