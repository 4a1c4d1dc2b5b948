import { witnessesAmong, type Flushes } from '../flush-witness.ts';
import type { UnderLoadResult } from './schema.ts';

/** The flush of the fill: those of single writes have too little to do. */
export function underLoadFlushes({ result: { fill } }: { readonly result: UnderLoadResult }): Flushes {
  return { witnesses: witnessesAmong([fill]) };
}
