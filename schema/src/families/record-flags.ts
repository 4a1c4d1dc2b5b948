import { databaseFlushes } from './database/flushes.ts';
import { durabilityFlushes } from './durability/flushes.ts';
import type { RecordOf } from './family.ts';
import { environmentFlags, flag, type Flag } from './flags.ts';
import { longestFlushNs, sourceOfWrites, type Flushes } from './flush-witness.ts';
import type { FamilyId } from './ids.ts';
import { matrixFlags } from './matrix/flags.ts';
import type { Plan, PlanOf } from './plan-table.ts';
import type { RunRecord } from './record.ts';
import type { Result, ResultOf } from './result-table.ts';
import { stutterFlushes } from './stutter/flushes.ts';
import { sustainedFlushes } from './sustained/flushes.ts';
import { sweepFlushes } from './sweep/flushes.ts';

interface FamilyFlags<Id extends FamilyId> {
  flags(record: RecordOf<PlanOf<Id>, ResultOf<Id>>): Flag[];
}

/** Flushes that end at once: files are kept in memory, or flushes are not passed on. */
function byFlushes<Id extends FamilyId>(of: (record: RecordOf<PlanOf<Id>, ResultOf<Id>>) => Flushes): FamilyFlags<Id> {
  return {
    flags(record) {
      const flushes = of(record);
      if (sourceOfWrites(record.environment, flushes) === null) return [];
      return [flag('flush_does_nothing', { longest_flush_ns: longestFlushNs(flushes) })];
    },
  };
}

/** Doubts beyond those that concern every family; `null`: none. Members are methods for the reason that `PlanSide` gives. */
const FAMILY_FLAGS: { readonly [Id in FamilyId]: FamilyFlags<Id> | null } = {
  matrix: { flags: matrixFlags },
  stutter: byFlushes(stutterFlushes),
  'small-files': null,
  'block-sweep': byFlushes(sweepFlushes),
  'queue-sweep': byFlushes(sweepFlushes),
  durability: byFlushes(durabilityFlushes),
  sustained: byFlushes(sustainedFlushes),
  database: byFlushes(databaseFlushes),
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
