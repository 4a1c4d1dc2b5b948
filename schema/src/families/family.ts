import type * as z from 'zod/mini';
import type { Engine, Environment, Layout } from '../documents/environment.ts';
import type { BoardLayout } from '../documents/lists.ts';
import type { Declaration } from '../documents/declaration.ts';
import type { Failure } from '../documents/pass.ts';
import type { EvidenceReason } from '../evidence/reasons.ts';
import type { Figure } from '../figures/figure.ts';
import type { ParameterProblem, PlanCodec } from '../plan/codec.ts';
import type { MeasuredRates, Step } from '../schedule/steps.ts';
import type { Expectations } from './expectations.ts';
import type { Flag } from './flags.ts';
import type { Flushes } from './flushes.ts';
import type { FamilyId } from './ids.ts';
import type { IostatPart } from './iostat-part.ts';

/** The version of the documents that are stored and exchanged. */
export const RECORD_FORMAT = 2;

export const DEFAULT_FAMILY: FamilyId = 'matrix';
export const DEFAULT_PROFILE = 'quick';

/** The fields that every plan has. */
export interface PlanHead {
  readonly family: FamilyId;
  readonly suite: number;
  readonly profile: string;
  readonly seed: number;
}

/** A run of one family, as its functions see it. */
export interface RecordOf<Plan, Result> {
  readonly format: typeof RECORD_FORMAT;
  readonly started_at: string;
  readonly wall_ms: number;
  readonly status: 'done' | 'stopped' | 'failed';
  readonly failure?: Failure | undefined;
  readonly environment: Environment;
  readonly plan: Plan;
  readonly result: Result;
}

/**
 * The plans of one family, and how its run begins. Members are methods, so that one family fits where any is meant: whoever
 * holds a plan or a record takes the family by its name, which is what makes that sound.
 */
export interface FamilyPlan<Plan, Result> {
  /** Standard plans by name; every family has `quick`. */
  readonly profiles: Readonly<Record<string, Plan>>;
  readonly codec: PlanCodec<Plan>;
  /** Fields of a plan that do not go together, though each is valid. */
  conflicts?(plan: Plan): readonly string[];
  /** Makes a plan out of one whose fields do not go together, and names what was left out. */
  resolve?(plan: Plan, parameters: URLSearchParams): { plan: Plan; problems: ParameterProblem[] };
  /** The steps of the engine, in order: its time is the sum of these. Starting and cleaning up belong to every run. */
  steps(plan: Plan, layout: Layout, rates?: MeasuredRates): Step[];
  /** No run of this plan writes more. */
  bytesWrittenMax(plan: Plan, layout: Layout): number;
  /** The result before anything was measured. */
  emptyResult(plan: Plan, layout: Layout): Result;
}

/** The numbers that people read from a record. */
export interface FamilyFigures<Plan, Result> {
  /** The numbers that stand for the result, most telling first. */
  figures(record: RecordOf<Plan, Result>): Figure[];
  /** The parts of the result with the columns of `iostat -x`. */
  iostat(result: Result): IostatPart[];
}

/** One family. What it lacks it leaves out. */
export interface Family<Plan, Result> extends FamilyPlan<Plan, Result>, FamilyFigures<Plan, Result> {
  /** It measures what only browsers have. Default: files alone, which Node.js has too. */
  readonly needsBrowser?: true;
  /** The engine of what a person picked, which goes with no other family. Default: any other engine. */
  readonly pickedEngine?: Engine;
  /** Figures that boards rank and pages tell among the details. Default: none. */
  details?(record: RecordOf<Plan, Result>): Figure[];
  /** The flushes by which is told whether they do anything. Default: nothing is said of them. */
  flushes?(record: RecordOf<Plan, Result>): Flushes;
  /** Doubts beyond those that concern every family. Default: that flushes do nothing, where they tell. */
  flags?(record: RecordOf<Plan, Result>): Flag[];
  /** On which boards a run stands; `null` for an engine or a plan that is compared with no other. Default: on none. */
  boardLayout?(record: RecordOf<Plan, Result>): BoardLayout | null;
}

/** By which documents from outside are checked: loaded only where there are some. */
export interface FamilyChecks<Plan, Result> {
  readonly plan: z.ZodMiniType<Plan>;
  readonly result: z.ZodMiniType<Result>;
  /** Expects what every honest record keeps, whatever the drive. A record in which one does not hold is refused. */
  impossible(record: RecordOf<Plan, Result>, expectations: Expectations): void;
  /**
   * Whether a record fails to show something that its place on a board rests on: it is published and does not rank.
   * Nothing is asked of a plan that stands on no board.
   */
  unshown?(record: RecordOf<Plan, Result>, declaredInterface: Declaration['interface']): Unshown | undefined;
}

export type Unshown = Readonly<Partial<Record<EvidenceReason, boolean>>>;

/** Whose runs are ranked must say what they have to show. */
export type RankedChecks<Plan, Result> = FamilyChecks<Plan, Result> &
  Required<Pick<FamilyChecks<Plan, Result>, 'unshown'>>;

/** Keeps the types of a plan together where it is written. */
export function definePlan<Plan extends PlanHead, Result>(plan: FamilyPlan<Plan, Result>): FamilyPlan<Plan, Result> {
  return plan;
}
