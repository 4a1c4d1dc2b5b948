import type { GroupFigure, GroupRun, GroupView } from '@opfsmark/schema/api';
import { FAMILY_IDS, type FamilyId, isFamilyId } from '@opfsmark/schema/families';
import { isFromMemory } from '@opfsmark/schema/figures';
import { usePartName } from '$lib/base/figures/family-words.ts';
import { useFigureText } from '$lib/base/figures/value.ts';
import { useI18n, useTexts } from '$lib/base/i18n/index.ts';

/** A run of a group with the figure that the reader chose; `null` where it has none. */
export type ShownRun = Omit<GroupRun, 'figures'> & { readonly figure: GroupFigure | null };

/** The group as its pages show it: runs of one family by one figure. */
export interface ShownGroup {
  readonly id: string;
  readonly name: string;
  /** It takes no more runs. */
  readonly closed: boolean;
  /** The code to type to find it; `null` for none. */
  readonly code: string | null;
  readonly maxRuns: number;
  readonly runCount: number;
  /** Some of its runs are seen in it alone. */
  readonly hasUnlisted: boolean;
  /** All of its runs, for those who may take one out or add one. */
  readonly runIds: readonly string[];
  /** Families that have runs, in the order of the question list. */
  readonly families: readonly { readonly id: FamilyId; readonly runs: number }[];
  readonly family: FamilyId | null;
  /** Figures that can be chosen. */
  readonly figures: readonly Pick<GroupFigure, 'id' | 'name'>[];
  readonly figure: string | null;
  /** Best first, then those that memory answered, then those without the figure. */
  readonly runs: readonly ShownRun[];
}

/** The request in an address, as it has it. */
export interface ViewRequest {
  readonly family: string | null;
  readonly figure: string | null;
}

export function shownOf(group: GroupView, request: ViewRequest): ShownGroup {
  const runsOf = (id: FamilyId) => group.runs.filter(({ family }) => family === id);
  const families = FAMILY_IDS.map((id) => ({ id, runs: runsOf(id).length })).filter(({ runs }) => runs > 0);
  const family = chooseFamily(families, request.family);
  const runs = family === null ? [] : runsOf(family);
  const figures = figuresOf(runs);
  const figure = figures.find(({ id }) => id === request.figure)?.id ?? chooseFigure(runs, figures);
  return {
    id: group.group_id,
    name: group.name,
    closed: group.closed,
    code: group.code,
    maxRuns: group.max_runs,
    runCount: group.runs.length,
    hasUnlisted: group.runs.some(({ unlisted }) => unlisted),
    runIds: group.runs.map(({ run_id }) => run_id),
    families,
    family,
    figures: figures.map(({ id, name }) => ({ id, name })),
    figure,
    runs: runs.map((run) => withFigure(run, figure)).toSorted(compareRuns),
  };
}

function chooseFamily(families: ShownGroup['families'], requestedId: string | null): FamilyId | null {
  if (requestedId !== null && isFamilyId(requestedId) && families.some(({ id }) => id === requestedId)) {
    return requestedId;
  }
  return families.toSorted((a, b) => b.runs - a.runs)[0]?.id ?? null;
}

/** Every figure that any of the runs has, in the order of the run that has most. */
function figuresOf(runs: readonly GroupRun[]): GroupFigure[] {
  const all = runs.toSorted((a, b) => b.figures.length - a.figures.length).flatMap(({ figures }) => figures);
  const figuresById = new Map<string, GroupFigure>();
  for (const figure of all) if (!figuresById.has(figure.id)) figuresById.set(figure.id, figure);
  return [...figuresById.values()];
}

const SCORE = 'drive_score';

/** The Drive score where at least half of the runs have one, else the first of those figures that most have without memory. */
function chooseFigure(runs: readonly GroupRun[], figures: readonly GroupFigure[]): string | null {
  const countOf = ({ id }: Pick<GroupFigure, 'id'>) =>
    runs.filter((run) => run.figures.some((figure) => figure.id === id && !isFromMemory(figure))).length;
  if (runs.length > 0 && 2 * countOf({ id: SCORE }) >= runs.length) return SCORE;
  return figures.toSorted((a, b) => countOf(b) - countOf(a))[0]?.id ?? null;
}

function withFigure({ figures, ...run }: GroupRun, id: string | null): ShownRun {
  return { ...run, figure: figures.find((figure) => figure.id === id) ?? null };
}

/** The name of a run in its group. */
export const nameIn = ({ nickname, device }: Pick<ShownRun, 'nickname' | 'device'>): string => nickname ?? device;

/** Of each later state of the group the runs that the one before it had not. */
export function newcomersAfter({ runIds }: Pick<ShownGroup, 'runIds'>) {
  let knownIds = new Set(runIds);
  return (group: Pick<ShownGroup, 'runIds' | 'runs'>): ShownRun[] => {
    const newcomers = group.runs.filter(({ run_id }) => !knownIds.has(run_id));
    knownIds = new Set(group.runIds);
    return newcomers;
  };
}

/** "K7XM2Q" as it is read out. */
export const spacedCode = (code: string): string => `${code.slice(0, 3)} ${code.slice(3)}`;

/** Memory answered these reads, or is where the browser keeps its files. */
export const isOfMemory = ({ figure, reasons }: Pick<ShownRun, 'figure' | 'reasons'>): boolean =>
  reasons.includes('memory_backed') || (figure !== null && isFromMemory(figure));

function compareRuns(a: ShownRun, b: ShownRun): number {
  const levelOf = ({ figure, reasons }: ShownRun) => {
    if (figure === null) return 2;
    return isOfMemory({ figure, reasons }) ? 1 : 0;
  };
  const byLevel = levelOf(a) - levelOf(b);
  if (byLevel !== 0 || a.figure === null || b.figure === null) return byLevel;
  return (a.figure.value - b.figure.value) * (a.figure.better === 'higher' ? -1 : 1);
}

/** Within a component: what a figure of a group is called, and its value with its unit; points have none. */
export function useGroupFigures() {
  const i18n = useI18n();
  const board = useTexts('boards');
  const partName = usePartName();
  const figureText = useFigureText();
  return {
    name: (family: FamilyId, { id, name }: Pick<GroupFigure, 'id' | 'name'>): string =>
      id === SCORE ? board.t.metrics[SCORE].long() : partName(family, name),
    text: ({ value, unit, of_call }: Pick<GroupFigure, 'value' | 'unit' | 'of_call'>): string =>
      unit === 'points' ? i18n.format.number(value, 0) : figureText({ value, unit, of_call }, null),
  };
}

type Judged = Pick<ShownRun, 'status' | 'reasons' | 'trust' | 'unranked_because' | 'unlisted'>;

/** The state of a run, and why where it cannot rank. */
interface RunState {
  readonly text: string;
  readonly why: string | null;
}

/** Within a component: what the service says of a run, as on the leaderboard. */
export function useRunState(): (run: Judged) => RunState {
  const board = useTexts('boards');
  const group = useTexts('publish', 'groups');
  const unrankedTexts = useTexts('boards', 'whyUnranked');
  return ({ status, reasons, trust, unranked_because, unlisted }) => {
    const { suspected } = board.t.board;
    if (reasons.includes('memory_backed')) return { text: suspected.memory_backed(), why: null };
    if (reasons.includes('flush_does_nothing')) return { text: suspected.flush_does_nothing(), why: null };
    if (status === 'held') return { text: group.t.held(), why: null };
    if (unlisted) return { text: group.t.alone(), why: null };
    if (trust === 1 && unranked_because.length === 0) return { text: board.t.board.counts(), why: null };
    const { reasons: reasonTexts } = unrankedTexts.t;
    const isKnown = (reason: string): reason is keyof typeof reasonTexts => Object.hasOwn(reasonTexts, reason);
    // The first reason: its page has all of them, and what to do.
    const reason = unranked_because.find(isKnown);
    return { text: board.t.unranked(), why: reason ? reasonTexts[reason].why() : null };
  };
}
