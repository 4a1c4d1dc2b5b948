import { appStorageChecks } from './app-storage/result.ts';
import { databaseChecks } from './database/result.ts';
import { durabilityChecks } from './durability/result.ts';
import type { Plan, PlanOf, RankedFamilyId, Result, ResultOf } from './families.ts';
import type { FamilyChecks, RankedChecks } from './family.ts';
import type { FamilyId } from './ids.ts';
import { underLoadChecks } from './latency-under-load/result.ts';
import { matrixChecks } from './matrix/result.ts';
import { pickedFileChecks } from './picked-file/result.ts';
import { pickedFolderChecks } from './picked-folder/result.ts';
import { smallFilesChecks } from './small-files/result.ts';
import { stutterChecks } from './stutter/result.ts';
import { sustainedChecks } from './sustained/result.ts';
import { blockSweepChecks, queueSweepChecks } from './sweep/result.ts';

/** How documents of each family are checked that come from outside: apart from `FAMILIES`, because few pages are given any. */
const CHECKS: {
  readonly [Id in FamilyId]: Id extends RankedFamilyId
    ? RankedChecks<PlanOf<Id>, ResultOf<Id>>
    : FamilyChecks<PlanOf<Id>, ResultOf<Id>>;
} = {
  matrix: matrixChecks,
  stutter: stutterChecks,
  'small-files': smallFilesChecks,
  'block-sweep': blockSweepChecks,
  'queue-sweep': queueSweepChecks,
  durability: durabilityChecks,
  'latency-under-load': underLoadChecks,
  sustained: sustainedChecks,
  database: databaseChecks,
  'app-storage': appStorageChecks,
  'picked-folder': pickedFolderChecks,
  'picked-file': pickedFileChecks,
};

/** By which any plan and record of this id is checked. */
export function checksOf(id: FamilyId): FamilyChecks<Plan, Result> {
  return CHECKS[id];
}
