import type { Layout } from '../documents/environment.ts';
import type { Figure, Source } from '../figures/figure.ts';
import type { Estimate, MeasuredRates, Step } from '../schedule/steps.ts';
import { appStorageFigureSpec } from './app-storage/figures.ts';
import { appStorageLayout, appStoragePlan } from './app-storage/plan.ts';
import { databaseFigureSpec } from './database/figures.ts';
import { databaseFlushes, databasePlan } from './database/plan.ts';
import { durabilityFigureSpec } from './durability/figures.ts';
import { durabilityFlushes, durabilityPlan } from './durability/plan.ts';
import type { Family, FamilyPlan, RecordOf } from './family.ts';
import type { Flag } from './flags.ts';
import { DEFAULT_PROFILE, type FamilyId } from './ids.ts';
import type { IostatPart } from './iostat-part.ts';
import { underLoadFigureSpec } from './latency-under-load/figures.ts';
import { underLoadFlushes, underLoadPlan } from './latency-under-load/plan.ts';
import { matrixFamily } from './matrix/family.ts';
import { pickedFileFigureSpec } from './picked-file/figures.ts';
import { pickedFileLayout, pickedFilePlan } from './picked-file/plan.ts';
import { pickedFolderFigureSpec } from './picked-folder/figures.ts';
import { pickedFolderLayout, pickedFolderPlan } from './picked-folder/plan.ts';
import { estimateBy, planChangesBy, planToParametersBy, standardPlanBy, stepsBy } from './plan-by.ts';
import { figuresBy, flagsBy } from './record-by.ts';
import { smallFilesFigureSpec } from './small-files/figures.ts';
import { smallFilesPlan } from './small-files/plan.ts';
import { stutterFigureSpec } from './stutter/figures.ts';
import { stutterFlushes, stutterPlan } from './stutter/plan.ts';
import { sustainedFigureSpec } from './sustained/figures.ts';
import { sustainedFlushes, sustainedLayout, sustainedPlan } from './sustained/plan.ts';
import { blockSweepFigureSpec, queueSweepFigureSpec } from './sweep/figures.ts';
import { blockSweepPlan, queueSweepPlan, sweepFlushes } from './sweep/plan.ts';

/** Every family that there is, and what each brings. What checks documents from outside is in `CHECKS`. */
export const FAMILIES = {
  matrix: matrixFamily,
  stutter: { ...stutterPlan, ...stutterFigureSpec, flushes: stutterFlushes },
  'small-files': { ...smallFilesPlan, ...smallFilesFigureSpec },
  'block-sweep': { ...blockSweepPlan, ...blockSweepFigureSpec, flushes: sweepFlushes },
  'queue-sweep': { ...queueSweepPlan, ...queueSweepFigureSpec, flushes: sweepFlushes },
  durability: { ...durabilityPlan, ...durabilityFigureSpec, flushes: durabilityFlushes },
  'latency-under-load': { ...underLoadPlan, ...underLoadFigureSpec, flushes: underLoadFlushes },
  sustained: {
    ...sustainedPlan,
    ...sustainedFigureSpec,
    flushes: sustainedFlushes,
    boardLayout: sustainedLayout,
  },
  database: { ...databasePlan, ...databaseFigureSpec, flushes: databaseFlushes },
  'app-storage': { ...appStoragePlan, ...appStorageFigureSpec, boardLayout: appStorageLayout },
  'picked-folder': {
    ...pickedFolderPlan,
    ...pickedFolderFigureSpec,
    pickedEngine: 'picked-folder',
    boardLayout: pickedFolderLayout,
  },
  'picked-file': {
    ...pickedFilePlan,
    ...pickedFileFigureSpec,
    pickedEngine: 'picked-file',
    boardLayout: pickedFileLayout,
  },
} as const satisfies Readonly<Record<FamilyId, object>>;

type Families = typeof FAMILIES;
/** A family whose runs can be ranked: `CHECKS` has what they must show. */
export type RankedFamilyId = {
  [Id in FamilyId]: Families[Id] extends { readonly boardLayout: unknown } ? Id : never;
}[FamilyId];
export type PlanOf<Id extends FamilyId> = Families[Id]['profiles'][string];
export type ResultOf<Id extends FamilyId> = ReturnType<Families[Id]['emptyResult']>;
/** A plan of any family. */
export type Plan = PlanOf<FamilyId>;
/** A result of any family. */
export type Result = ResultOf<FamilyId>;
export type AnyFamilyPlan = FamilyPlan<Plan, Result>;
export type AnyFamily = Family<Plan, Result>;
/**
 * What was measured in a run of any family: counts, times and histograms. Every number that people see is derived from
 * it, on the page and on the service alike.
 */
export type AnyRecord = {
  [Id in FamilyId]: RecordOf<PlanOf<Id>, ResultOf<Id>> & { readonly family: Id };
}[FamilyId];
export type FamilyRecord<Id extends FamilyId> = Extract<AnyRecord, { readonly family: Id }>;

/** The same, with what each leaves out. */
const BY_ID: { readonly [Id in FamilyId]: Family<PlanOf<Id>, ResultOf<Id>> } = FAMILIES;

/** By which any plan and record of this id is understood. */
export function familyOf<Id extends FamilyId>(id: Id): Family<PlanOf<Id>, ResultOf<Id>> {
  return BY_ID[id];
}

/** Narrows a record to one family. */
export function isRecordOf<Id extends FamilyId>(record: AnyRecord, id: Id): record is FamilyRecord<Id> {
  return record.family === id;
}

type ProfileOf<Id extends FamilyId> = PlanOf<Id>['profile'];

/** A fresh copy of a family's standard plan. */
export function standardPlan<Id extends FamilyId>(
  id: Id,
  profile: ProfileOf<Id> | typeof DEFAULT_PROFILE = DEFAULT_PROFILE,
): PlanOf<Id> {
  return standardPlanBy(familyOf(id), profile);
}

/** The names of a family's standard plans. */
export function profilesOf(id: FamilyId): readonly string[] {
  return Object.keys(familyOf(id).profiles);
}

/** `stepsBy` for a plan of any family. */
export function stepsOf(plan: Plan, layout?: Layout): Step[] {
  return stepsBy(familyOf(plan.family), plan, layout);
}

/** `estimateBy` for a plan of any family. */
export function estimate(plan: Plan, layout?: Layout, rates?: MeasuredRates): Estimate {
  return estimateBy(familyOf(plan.family), plan, layout, rates);
}

/** What is known of a run of this plan before anything was measured. */
export function emptyResultOf(plan: Plan, layout: Layout): Result {
  return familyOf(plan.family).emptyResult(plan, layout);
}

/** What a plan changes in the profile it is named after, as parameters. */
export function planChanges(plan: Plan): [parameter: string, text: string][] {
  return planChangesBy(familyOf(plan.family), plan);
}

/** The shortest parameters that open exactly this plan. */
export function planToParameters(plan: Plan): URLSearchParams {
  return planToParametersBy(familyOf(plan.family), plan);
}

/** The numbers that stand for a record, most telling first: see `Figure`. */
export function figuresOf(record: AnyRecord): Figure[] {
  return figuresBy(familyOf<FamilyId>(record.family), record);
}

/** What `iostat -x` would have shown, for every part of a result. */
export function iostatParts(result: Result): IostatPart[] {
  return familyOf<FamilyId>(result.family).iostat(result);
}

/** Whether anything was measured to its end. */
export function hasFindings({ result }: Pick<AnyRecord, 'result'>): boolean {
  return iostatParts(result).length > 0;
}

/** What makes a record of any family doubtful. */
export function flagsOf(record: AnyRecord): Flag[] {
  return flagsBy(familyOf<FamilyId>(record.family), record);
}

/** What every rate of what a run wrote is marked with, whoever shows it; `null` where it may be the drive's. */
export function writtenSource(record: AnyRecord): Source | null {
  const codes = flagsOf(record).map(({ code }) => code);
  if (codes.includes('memory_backed')) return 'cached';
  return codes.includes('flush_does_nothing') ? 'unflushed' : null;
}
