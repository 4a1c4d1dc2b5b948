import type { Family, RecordOf } from './family.ts';
import { environmentFlags, flag, type Flag } from './flags.ts';
import { longestFlushNs, originOfWrites } from './flushes.ts';

/** Functions of a record for callers that loaded only its own family: see `loadFamily`. */

type Doubting<Plan, Result> = Pick<Family<Plan, Result>, 'flags' | 'flushes'>;

/** Flushes that end at once: files are kept in memory, or flushes are not passed on. */
function flushFlags<Plan, Result>(family: Doubting<Plan, Result>, record: RecordOf<Plan, Result>): Flag[] {
  const flushes = family.flushes?.(record);
  if (!flushes || originOfWrites(record.environment, flushes) === null) return [];
  return [flag('flush_does_nothing', { longest_flush_ns: longestFlushNs(flushes) })];
}

/** The doubts about a record: those of its environment first, then those that its family sees. */
export function flagsOf<Plan, Result>(family: Doubting<Plan, Result>, record: RecordOf<Plan, Result>): Flag[] {
  const familyFlags = family.flags?.(record) ?? flushFlags(family, record);
  const runFlags = familyFlags.filter(({ job }) => job === null);
  return [...runFlags, ...environmentFlags(record.environment), ...familyFlags.filter(({ job }) => job !== null)];
}
