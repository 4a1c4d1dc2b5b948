import { familyOf } from './families.ts';
import type { Flag } from './flags.ts';
import { flagsBy } from './flags-by.ts';
import type { RunRecord } from './record.ts';

/** `flagsBy` for a record of any family. */
export function flagsOf(record: RunRecord): Flag[] {
  return flagsBy(familyOf(record.family), record);
}
