import * as z from 'zod/mini';
import type { Estimate } from '../estimate.ts';
import type { ParameterProblem } from '../plan-url.ts';
import { readChanges, writeChanges } from './codec.ts';
import { database } from './database/index.ts';
import { durability } from './durability/index.ts';
import { FamilyProfile, type Contradiction, type FamilyDefinition } from './family.ts';
import type { FamilyId } from './ids.ts';
import type { FamilyPlan, FamilyResult } from './record.ts';
import { pickedFolder } from './picked-folder/index.ts';
import { smallFiles } from './small-files/index.ts';
import { storageApis } from './storage-apis/index.ts';
import { stutter } from './stutter/index.ts';
import { sustained } from './sustained/index.ts';
import { blockSweep, queueSweep } from './sweep/index.ts';

export * from './database/index.ts';
export * from './durability/index.ts';
export { FamilyProfile, type Contradiction, type FamilyDefinition } from './family.ts';
export * from './ids.ts';
export * from './iostat.ts';
export * from './plausible.ts';
export * from './picked-folder/index.ts';
export * from './published.ts';
export * from './record.ts';
export * from './small-files/index.ts';
export * from './storage-apis/index.ts';
export * from './stutter/index.ts';
export * from './sustained/index.ts';
export * from './sweep/index.ts';
export { decodeSeries, decodeSparse, encodeSeries, encodeSparse, type CallSum, type SparseCounts } from './wire.ts';

export type FamilyPlanOf<Id extends FamilyId> = Extract<FamilyPlan, { family: Id }>;
export type FamilyResultOf<Id extends FamilyId> = Extract<FamilyResult, { family: Id }>;

/** The definition of each family. Everything else asks here. */
export const FAMILIES: { readonly [Id in FamilyId]: FamilyDefinition<FamilyPlanOf<Id>, FamilyResultOf<Id>> } = {
  stutter,
  'small-files': smallFiles,
  'block-sweep': blockSweep,
  'queue-sweep': queueSweep,
  durability,
  sustained,
  database,
  'storage-apis': storageApis,
  'picked-folder': pickedFolder,
};

/** The definition by which any plan of this id is understood. */
export function familyOf(id: FamilyId): FamilyDefinition<FamilyPlan, FamilyResult> {
  return FAMILIES[id];
}

/** A fresh copy of a family's plan. */
export function familyPlanOf<Id extends FamilyId>(id: Id, profile: FamilyProfile = 'quick'): FamilyPlanOf<Id> {
  return structuredClone<FamilyPlanOf<Id>>(FAMILIES[id].profiles[profile]);
}

/** What is wrong with a plan, in words; empty for a plan that can be run. */
export function familyPlanProblems(plan: FamilyPlan): string[] {
  const parsed = z.safeParse(familyOf(plan.family).plan, plan);
  return parsed.success ? [] : parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
}

export function estimateFamily(plan: FamilyPlan): Estimate {
  return familyOf(plan.family).estimate(plan);
}

/** What in a result contradicts its plan or itself; a result of another family than its plan is one contradiction. */
export function familyContradictions(result: FamilyResult, plan: FamilyPlan): Contradiction[] {
  if (result.family !== plan.family) return [{ pointer: '/family', detail: `is not the plan's ${plan.family}` }];
  return familyOf(plan.family).contradictions(result, plan);
}

/** What a plan changes in the setting it is named after, as parameters. */
export function familyPlanChanges(plan: FamilyPlan): [parameter: string, text: string][] {
  const { codec, profiles } = familyOf(plan.family);
  return writeChanges(codec, plan, profiles[plan.profile]);
}

/** The shortest parameters that open exactly this plan. */
export function familyPlanToParameters(plan: FamilyPlan): URLSearchParams {
  const parameters = new URLSearchParams({ family: plan.family });
  if (plan.profile !== 'quick') parameters.set('profile', plan.profile);
  for (const [parameter, text] of familyPlanChanges(plan)) parameters.set(parameter, text);
  return parameters;
}

/** The plan of this family that a URL asks for; see `planFromParameters`. */
export function familyPlanFromParameters<Id extends FamilyId>(
  id: Id,
  parameters: URLSearchParams,
  others: readonly string[] = [],
): { plan: FamilyPlanOf<Id>; problems: ParameterProblem[] } {
  const profileText = parameters.get('profile') ?? 'quick';
  const profile = z.safeParse(FamilyProfile, profileText);
  const { plan: schema, codec } = FAMILIES[id];
  const standard = familyPlanOf(id, profile.success ? profile.data : 'quick');
  const read = readChanges({ schema, codec }, parameters, standard, new Set(['family', 'profile', ...others]));
  if (profile.success) return read;
  const reason = `must be one of ${FamilyProfile.options.join(', ')}`;
  return { plan: read.plan, problems: [{ parameter: 'profile', value: profileText, reason }, ...read.problems] };
}
