import { MIB } from '../documents/units.ts';

/** No drive makes written data durable at this rate. */
const MAX_FLUSH_BYTES_PER_S = 100e9;
/** More than this may have been written back in the meantime, less says too little. */
export const MIN_WITNESS_BYTES = 16 * MIB;
const MAX_WITNESS_BYTES = 256 * MIB;

/** A flush and what was written before it. */
export interface Flush {
  readonly bytes: number;
  readonly flush_ns: number;
}

/** `callNs`: what a call costs that does nothing; a page asks another process at most twice for a flush. */
export function flushIsFree({ bytes, flush_ns }: Flush, callNs: number): boolean {
  return flush_ns < (Math.min(bytes, MAX_WITNESS_BYTES) / MAX_FLUSH_BYTES_PER_S) * 1e9 + 2 * callNs;
}
