import type { AnyFamily } from './families.ts';
import { environmentFlags, flag, type Flag } from './flags.ts';
import { longestFlushNs, sourceOfWrites } from './flush-witness.ts';
import type { RunRecord } from './record.ts';

/** Flushes that end at once: files are kept in memory, or flushes are not passed on. */
function flushFlags(family: AnyFamily, record: RunRecord): Flag[] {
  const flushes = family.flushes?.(record);
  if (!flushes || sourceOfWrites(record.environment, flushes) === null) return [];
  return [flag('flush_does_nothing', { longest_flush_ns: longestFlushNs(flushes) })];
}

/** What makes a record of this family doubtful: its environment first, then what its family sees. */
export function flagsBy(family: AnyFamily, record: RunRecord): Flag[] {
  const own = family.flags?.(record) ?? flushFlags(family, record);
  const serious = own.filter(({ job }) => job === null);
  return [...serious, ...environmentFlags(record.environment), ...own.filter(({ job }) => job !== null)];
}
