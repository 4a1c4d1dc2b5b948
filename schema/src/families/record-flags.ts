import { databaseFlags } from './database/flags.ts';
import { durabilityFlags } from './durability/flags.ts';
import type { RecordOf } from './family.ts';
import { environmentFlags, type Flag } from './flags.ts';
import type { FamilyId } from './ids.ts';
import { matrixFlags } from './matrix/flags.ts';
import type { Plan, PlanOf } from './plan-table.ts';
import type { RunRecord } from './record.ts';
import type { Result, ResultOf } from './result-table.ts';
import { stutterFlags } from './stutter/flags.ts';
import { sustainedFlags } from './sustained/flags.ts';
import { sweepFlags } from './sweep/flags.ts';

interface FamilyFlags<Id extends FamilyId> {
  flags(record: RecordOf<PlanOf<Id>, ResultOf<Id>>): Flag[];
}

/** Doubts beyond those that concern every family; `null`: none. Members are methods for the reason that `PlanSide` gives. */
const FAMILY_FLAGS: { readonly [Id in FamilyId]: FamilyFlags<Id> | null } = {
  matrix: { flags: matrixFlags },
  stutter: { flags: stutterFlags },
  'small-files': null,
  'block-sweep': { flags: sweepFlags },
  'queue-sweep': { flags: sweepFlags },
  durability: { flags: durabilityFlags },
  sustained: { flags: sustainedFlags },
  database: { flags: databaseFlags },
  'app-storage': null,
  'picked-folder': null,
  'picked-file': null,
};

function familyFlags(record: RunRecord): Flag[] {
  const family: { flags(record: RecordOf<Plan, Result>): Flag[] } | null = FAMILY_FLAGS[record.family];
  return family?.flags(record) ?? [];
}

/** What makes a record doubtful: its environment first, then what its family sees. */
export function flagsOf(record: RunRecord): Flag[] {
  const own = familyFlags(record);
  const serious = own.filter(({ job }) => job === null);
  return [...serious, ...environmentFlags(record.environment), ...own.filter(({ job }) => job !== null)];
}
