import { median } from '../../documents/stats.ts';
import { passBytes } from '../../figures/derive.ts';
import type { RecordOf } from '../family.ts';
import { flag, type Flag } from '../flags.ts';
import { flushIsFree, MIN_WITNESS_BYTES, type Flush } from '../flush-witness.ts';
import type { DurabilityPlan } from './plan-schema.ts';
import type { DurabilityResult } from './result.ts';

/** Closing flushes of enough bytes to tell whether a flush does anything. */
export function witnessesOf(result: DurabilityResult): readonly Flush[] {
  return result.end
    .map((pass) => ({ bytes: passBytes(pass), flush_ns: pass.flush_ns }))
    .filter(({ bytes }) => bytes >= MIN_WITNESS_BYTES);
}

/** Closing flushes that end at once: files are kept in memory, or flushes are not passed on. */
export function durabilityFlags({ result }: RecordOf<DurabilityPlan, DurabilityResult>): Flag[] {
  const flushes = witnessesOf(result);
  if (flushes.length === 0) return [];
  // Of many flushes that do nothing a few are late all the same.
  const flush_ns = median(flushes.map((flush) => flush.flush_ns));
  const bytes = median(flushes.map((flush) => flush.bytes));
  if (!flushIsFree({ bytes, flush_ns }, 0)) return [];
  return [flag('flush_does_nothing', { longest_flush_ns: Math.max(...flushes.map((flush) => flush.flush_ns)) })];
}
