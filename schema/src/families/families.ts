import { appStorageLayout, appStoragePlan } from './app-storage/plan.ts';
import { databaseFlushes, databasePlan } from './database/plan.ts';
import { durabilityFlushes, durabilityPlan } from './durability/plan.ts';
import type { Family, FamilyPlan } from './family.ts';
import type { FamilyId } from './ids.ts';
import { underLoadFlushes, underLoadPlan } from './latency-under-load/plan.ts';
import { matrixFamily } from './matrix/family.ts';
import { pickedFileLayout, pickedFilePlan } from './picked-file/plan.ts';
import { pickedFolderLayout, pickedFolderPlan } from './picked-folder/plan.ts';
import { smallFilesPlan } from './small-files/plan.ts';
import { stutterFlushes, stutterPlan } from './stutter/plan.ts';
import { sustainedFlushes, sustainedLayout, sustainedPlan } from './sustained/plan.ts';
import { blockSweepPlan, queueSweepPlan, sweepFlushes } from './sweep/plan.ts';

/** Every family that there is, and what each has beside its plans. What checks documents from outside is in `CHECKS`. */
export const FAMILIES = {
  matrix: matrixFamily,
  stutter: { ...stutterPlan, flushes: stutterFlushes },
  'small-files': smallFilesPlan,
  'block-sweep': { ...blockSweepPlan, flushes: sweepFlushes },
  'queue-sweep': { ...queueSweepPlan, flushes: sweepFlushes },
  durability: { ...durabilityPlan, flushes: durabilityFlushes },
  'latency-under-load': { ...underLoadPlan, flushes: underLoadFlushes },
  sustained: { ...sustainedPlan, flushes: sustainedFlushes, boardLayout: sustainedLayout },
  database: { ...databasePlan, flushes: databaseFlushes },
  'app-storage': { ...appStoragePlan, boardLayout: appStorageLayout },
  'picked-folder': { ...pickedFolderPlan, pickedEngine: 'picked-folder', boardLayout: pickedFolderLayout },
  'picked-file': { ...pickedFilePlan, pickedEngine: 'picked-file', boardLayout: pickedFileLayout },
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

/** The same, with what each leaves out. */
const BY_ID: { readonly [Id in FamilyId]: Family<PlanOf<Id>, ResultOf<Id>> } = FAMILIES;

/** By which any plan and record of this id is understood. */
export function familyOf<Id extends FamilyId>(id: Id): Family<PlanOf<Id>, ResultOf<Id>> {
  return BY_ID[id];
}
