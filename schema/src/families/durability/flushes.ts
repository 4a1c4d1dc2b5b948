import { passBytes } from '../../figures/derive.ts';
import { witnessesAmong, type Flushes } from '../flush-witness.ts';
import type { DurabilityResult } from './schema.ts';

/** Of the fill and the closing flushes, those of enough bytes to tell whether a flush does anything. */
export function durabilityFlushes({ result: { fill, end } }: { readonly result: DurabilityResult }): Flushes {
  const closing = end.map((pass) => ({ bytes: passBytes(pass), flush_ns: pass.flush_ns }));
  return { witnesses: witnessesAmong([fill, ...closing]) };
}
