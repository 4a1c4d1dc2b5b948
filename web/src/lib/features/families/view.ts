import type { Environment, JobResult, Layout, Row } from '@opfsmark/schema/documents';
import type { CacheVerdict } from '@opfsmark/schema/figures';
import type { Live, Picked } from '@opfsmark/core';
import type { AsSsdFigures } from '@opfsmark/schema/families/matrix/as-ssd';
import type { MatrixPlan } from '@opfsmark/schema/families/matrix/plan-schema';
import type { ScoreKind, ScoreRefusal } from '@opfsmark/schema/families/matrix/score';
import type { PlaceAmongDrives, Score } from '@opfsmark/schema/families/points';
import type { FamilyId, FamilyRecord, PlanOf, ResultOf, RunRecord } from '@opfsmark/schema/families';
import type { Estimate, JobSpec } from '@opfsmark/schema/schedule';
import type { Unit } from '$lib/base/format/units.ts';
import type { Component } from 'svelte';

/** Where the reads of a test came from; `null`: it does not read, or its family has no such tests. */
export type VerdictOf = (job: JobResult) => CacheVerdict | null;

/** One per job of a record, as the server found them: a page that shows them needs nothing of how they are found. */
type SentVerdicts = readonly (CacheVerdict | null)[];

const jobsOf = ({ result }: RunRecord): readonly JobResult[] => ('jobs' in result ? result.jobs : []);

export function sendVerdicts(record: RunRecord, verdictOf: VerdictOf): SentVerdicts {
  return jobsOf(record).map(verdictOf);
}

export function verdictsFrom(verdicts: SentVerdicts, record: RunRecord): VerdictOf {
  return (job) => verdicts[jobsOf(record).indexOf(job)] ?? null;
}

export type DetailTab =
  | 'latency'
  | 'time'
  | 'percentiles'
  | 'rates'
  | 'figures'
  | 'contenders'
  | 'iostat'
  | 'environment'
  | 'published';

/** The tab that the address names, or the first. */
export function parseTab(text: string | null, tabs: readonly DetailTab[]): DetailTab {
  return tabs.find((tab) => tab === text) ?? tabs[0] ?? 'environment';
}

/** The test under way. */
interface Running {
  readonly job: JobSpec | null;
  readonly live: Live | null;
}

export interface ViewProps<Id extends FamilyId = FamilyId> {
  readonly plan: PlanOf<Id>;
  /** As far as it is known: while a run goes on it grows. */
  readonly result: ResultOf<Id>;
  /** A time below a step of the clock is shown as that step. */
  readonly environment: Pick<Environment, 'engine' | 'clock_step_ns'> & Partial<Pick<Environment, 'client'>>;
  /** By all that is known of the run. */
  readonly verdictOf: VerdictOf;
  readonly running: Running | null;
}

export interface ControlProps<Id extends FamilyId = FamilyId> {
  readonly plan: PlanOf<Id>;
  readonly phase: 'idle' | 'running' | 'done';
  /** Before the page answers a choice would be lost. */
  readonly disabled: boolean;
  readonly expected: Estimate;
  /** The time and bytes of a plan of this family, as they are said beside Run. */
  announce(plan: PlanOf<Id>): string;
  onplan(plan: PlanOf<Id>): void;
}

/** The properties of a tab below a finished result. */
export interface DetailProps<Id extends FamilyId = FamilyId> {
  readonly record: FamilyRecord<Id>;
  readonly verdictOf: VerdictOf;
  /** Which one it is: one component may be several. */
  readonly tab: DetailTab;
  /** Only this browser shows the run: its times are local. */
  readonly isLocal?: boolean;
}

export interface ShownScore {
  readonly kind: ScoreKind;
  readonly score: Score | null;
  /** Why there is none. */
  readonly refusal: ScoreRefusal | null;
}

/** The facts that the scores of a run are shown by: a published result brings it, others are computed in the browser. */
export interface ScoreFacts {
  readonly scores: readonly ShownScore[];
  /** Points of another tool's making; `null` where its rows are not all there. */
  readonly asSsd: AsSsdFigures | null;
}

/** The circumstances of a run under way beside its results. */
export interface Circumstances {
  readonly layout: Layout | null;
  readonly clockStepNs: number | null;
}

/** The judgement on a run of one family while it goes on. */
export interface LiveJudge<Id extends FamilyId = FamilyId> {
  /** The record that its answer and its verdicts are made of before it ends; `null`: it has them only at its end. */
  recordSoFar(plan: PlanOf<Id>, result: ResultOf<Id>, circumstances: Circumstances): FamilyRecord<Id> | null;
}

/** The judgement on finished runs of one family beside their figures. */
export interface FamilyJudge<Id extends FamilyId = FamilyId> {
  /** Where the reads came from, which the answer rests on. */
  verdictsOf(record: FamilyRecord<Id>): VerdictOf;
  /** `null`: the family has no scores. */
  scoresOf(record: FamilyRecord<Id>): ScoreFacts | null;
}

type LoadedComponent<Props extends object> = Promise<{ readonly default: Component<Props> }>;

/** How the site shows one family. What is seen is loaded on demand. */
export interface FamilyEntry<Id extends FamilyId = FamilyId> {
  /** Shows the result. */
  view(): LoadedComponent<ViewProps<Id>>;
  /** Tabs that only this family has, below a finished result: those for which the run has recorded something. */
  tabs(record: FamilyRecord<Id>): readonly DetailTab[];
  /** The content of a tab below a finished result, except its environment. */
  details(tab: DetailTab): LoadedComponent<DetailProps<Id>>;
  /** The scores of a finished run; `null`: the family has none. */
  readonly summary:
    | (() => LoadedComponent<{ readonly facts: ScoreFacts; readonly place?: PlaceAmongDrives | null }>)
    | null;
  judge(): Promise<FamilyJudge<Id>>;
  live(): Promise<LiveJudge<Id>>;
}

/** How a run of one family is chosen and begun. */
export interface FamilyStart<Id extends FamilyId = FamilyId> {
  /** The choices beside the Run button. */
  controls(): LoadedComponent<ControlProps<Id>>;
  /** The plan, before it is measured; `null`: the question says it. */
  readonly planned: (() => LoadedComponent<{ readonly plan: PlanOf<Id> }>) | null;
  /** The rows whose names tell one test from another; none where tests have no such names. */
  rowsOf(plan: PlanOf<Id>): readonly Row[];
  /** The unit that a finished test of those is told in, to who listens to the run. */
  readonly announcedUnit: Unit;
  /** Asks a person what to measure, after a click; `null`: nothing was picked. */
  readonly pick: (() => Promise<Picked | null>) | null;
  /** Whether this browser can ask for it. */
  canPick(): boolean;
  /** The plan whose file must be written before a restart of the computer. */
  coldPlan(plan: PlanOf<Id>): MatrixPlan | null;
  /** Whether the system is made to forget the test file. */
  forgets(plan: PlanOf<Id>): boolean;
  /** The same without forgetting, for where a person is asked first; `null`: it never forgets. */
  withoutForgetting(plan: PlanOf<Id>): PlanOf<Id> | null;
}
