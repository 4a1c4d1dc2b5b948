import { witnessesAmong, type Flushes } from '../flush-witness.ts';
import type { StutterResult } from './schema.ts';

/** The flush of the fill: those of single writes have too little to do. */
export function stutterFlushes({ result: { fill } }: { readonly result: StutterResult }): Flushes {
  return { witnesses: witnessesAmong([fill]) };
}
