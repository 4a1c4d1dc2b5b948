import type * as z from 'zod/mini';
import type { Environment, Layout } from '../documents/environment.ts';
import type { Failure } from '../documents/pass.ts';
import type { Figure } from '../figures/figure.ts';
import type { ParameterProblem, PlanCodec } from '../plan/codec.ts';
import type { Step } from '../schedule/steps.ts';
import type { FamilyId } from './ids.ts';
import type { IostatPart } from './iostat-part.ts';

/** No memory of a machine with a browser moves more, over all its workers. */
export const MAX_BYTES_PER_S = 400e9;
/** Clocks are read before and after, by different threads: parts may take this much more than the whole. */
export const WALL_SLACK = 1.01;
export const WALL_SLACK_NS = 1e9;

/** Of the documents that are stored and exchanged. */
export const RECORD_FORMAT = 2;

/** What every plan has in common. */
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

/** A statement of a record that contradicts another one: RFC 6901 pointer into the record, and what is wrong. */
export interface Contradiction {
  readonly pointer: string;
  readonly detail: string;
}

/** How plans of one family are written: all that a page needs which names a plan and does not run it. */
export interface PlanForms<Plan> {
  readonly id: FamilyId;
  /** Standard plans by name; every family has `quick`. */
  readonly profiles: Readonly<Record<string, Plan>>;
  readonly codec: PlanCodec<Plan>;
}

/**
 * What is known of one family comes in three sides, so that a page loads only those that it uses: its plans, the document
 * of its results, and the figures that are read from it. Members are methods, so that one family fits where any is meant;
 * whoever holds a plan takes the side by `plan.family`, which is what makes that sound.
 */
export interface PlanSide<Plan> extends PlanForms<Plan> {
  /** Fields of a plan that do not go together, though each is valid. */
  conflicts?(plan: Plan): readonly string[];
  /** Makes a plan out of one whose fields do not go together, and names what was left out. */
  resolve?(plan: Plan, parameters: URLSearchParams): { plan: Plan; problems: ParameterProblem[] };
  /** What the engine does, in order: its time is the sum of these. Starting and cleaning up belong to every run. */
  steps(plan: Plan, layout: Layout): Step[];
  /** No run of this plan writes more. */
  bytesWrittenMax(plan: Plan, layout: Layout): number;
}

/** By which a document from outside is checked. */
export interface ResultSide<Plan, Result> {
  readonly id: FamilyId;
  readonly result: z.ZodMiniType<Result>;
  /** Identities that every honest record keeps, whatever the drive. */
  contradictions(record: RecordOf<Plan, Result>): Contradiction[];
}

/** What people read from a record. */
export interface FigureSide<Plan, Result> {
  readonly id: FamilyId;
  /** The numbers that stand for the result, most telling first. */
  figures(record: RecordOf<Plan, Result>): Figure[];
  /** The parts of the result with the columns of `iostat -x`. */
  iostat(result: Result): IostatPart[];
}

/** These keep the types of one side together where it is written. */
export function definePlanSide<Plan extends PlanHead>(side: PlanSide<Plan>): PlanSide<Plan> {
  return side;
}
export function defineResultSide<Plan extends PlanHead, Result>(
  side: ResultSide<Plan, Result>,
): ResultSide<Plan, Result> {
  return side;
}
export function defineFigureSide<Plan extends PlanHead, Result>(
  side: FigureSide<Plan, Result>,
): FigureSide<Plan, Result> {
  return side;
}
