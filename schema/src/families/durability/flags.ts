import { passBytes } from '../../figures/derive.ts';
import type { RecordOf } from '../family.ts';
import type { Flag } from '../flags.ts';
import { freeFlushFlags, witnessesAmong, type Flush } from '../flush-witness.ts';
import type { DurabilityPlan } from './plan-schema.ts';
import type { DurabilityResult } from './result.ts';

/** Closing flushes of enough bytes to tell whether a flush does anything. */
export function witnessesOf({ fill, end }: DurabilityResult): Flush[] {
  return witnessesAmong([fill, ...end.map((pass) => ({ bytes: passBytes(pass), flush_ns: pass.flush_ns }))]);
}

/** Closing flushes that end at once: files are kept in memory, or flushes are not passed on. */
export function durabilityFlags({ result, environment }: RecordOf<DurabilityPlan, DurabilityResult>): Flag[] {
  return freeFlushFlags(environment, witnessesOf(result));
}
