import type { Layout } from '../documents/environment.ts';
import type { Figure, Origin } from '../figures/figure.ts';
import type { Estimate, MeasuredRates } from '../schedule/steps.ts';
import * as FAMILIES from './all.ts';
import { DEFAULT_PROFILE, type Family, type FamilyPlan, type RecordOf } from './family.ts';
import type { FamilyId } from './ids.ts';
import type { IostatPart } from './iostat-part.ts';
import { estimateFor, standardPlanFor } from './plan-for.ts';
import { flagsOf } from './record-for.ts';

export * from './plan-for.ts';
export * from './record-for.ts';

type Families = typeof FAMILIES;
/** A family whose runs can be ranked: `CHECKS` has what they must show. */
export type RankedFamilyId = {
  [Id in FamilyId]: Families[Id] extends { readonly boardLayout: unknown } ? Id : never;
}[FamilyId];
/** A family that is measured where there is no browser, too. */
export type NodeFamilyId = {
  [Id in FamilyId]: Families[Id] extends { readonly needsBrowser: true } ? never : Id;
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
 * The measurements of a run of any family: counts, times and histograms. Every number that people see is derived from
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
  return standardPlanFor(familyOf(id), profile);
}

/** The names of a family's standard plans. */
export function profilesOf(id: FamilyId): readonly string[] {
  return Object.keys(familyOf(id).profiles);
}

/** `estimateFor` for a plan of any family. */
export function estimate(plan: Plan, layout?: Layout, rates?: MeasuredRates): Estimate {
  return estimateFor(familyOf(plan.family), plan, layout, rates);
}

/** The result of a run of this plan before anything was measured. */
export function emptyResultOf(plan: Plan, layout: Layout): Result {
  return familyOf(plan.family).emptyResult(plan, layout);
}

/** A rate over no time at all is no number, and JSON cannot hold it. */
const hasNumbers = ({ value, low, high }: Figure) => [value, low, high].every(Number.isFinite);

/** The numbers that stand for a record, most telling first: see `Figure`. */
export function figuresOf(record: AnyRecord): Figure[] {
  return familyOf<FamilyId>(record.family).figures(record).filter(hasNumbers);
}

/** Those that are told among the details: boards and groups choose from both. */
export function detailsOf(record: AnyRecord): Figure[] {
  return (familyOf<FamilyId>(record.family).details?.(record) ?? []).filter(hasNumbers);
}

/** The line of `iostat -x` for every part of a result. */
export function iostatParts(result: Result): IostatPart[] {
  return familyOf<FamilyId>(result.family).iostat(result);
}

/** Whether anything was measured to its end. */
export function hasFindings({ result }: Pick<AnyRecord, 'result'>): boolean {
  return iostatParts(result).length > 0;
}

/** The origin that every rate of a run's writes is marked with, whoever shows it; `null` where it may be the drive's. */
export function writtenOrigin(record: AnyRecord): Origin | null {
  const codes = flagsOf(familyOf<FamilyId>(record.family), record).map(({ code }) => code);
  if (codes.includes('memory_backed')) return 'memory';
  return codes.includes('flush_does_nothing') ? 'unflushed' : null;
}
