import type { Environment } from '../documents/environment.ts';
import { MIB } from '../documents/units.ts';
import { flag, type Flag } from './flags.ts';

/** No drive makes written data durable at this rate. */
const MAX_FLUSH_BYTES_PER_S = 100e9;
/** More than this may have been written back in the meantime, less says too little. */
const MIN_WITNESS_BYTES = 16 * MIB;
const MAX_WITNESS_BYTES = 256 * MIB;

/** A flush and what was written before it. */
export interface Flush {
  readonly bytes: number;
  readonly flush_ns: number;
  /** Default: one call. */
  readonly calls?: number;
}

/** `callNs`: what a call costs that does nothing; a page asks another process at most twice for a flush. */
export function flushIsFree({ bytes, flush_ns, calls = 1 }: Flush, callNs: number): boolean {
  return flush_ns < (Math.min(bytes, MAX_WITNESS_BYTES) / MAX_FLUSH_BYTES_PER_S) * 1e9 + 2 * calls * callNs;
}

/** Those that had enough to do to tell whether a flush does anything. */
export function witnessesAmong(flushes: readonly (Flush | undefined)[]): Flush[] {
  return flushes.filter((flush) => flush !== undefined && flush.bytes >= MIN_WITNESS_BYTES) as Flush[];
}

/** Whether flushes do nothing: more than half of the witnesses ended at once. Of many that do nothing a few are late. */
export function flushesAreFree(witnesses: readonly Flush[], callNs = 0): boolean {
  return 2 * witnesses.filter((flush) => flushIsFree(flush, callNs)).length > witnesses.length;
}

/** Of a family that tells by nothing else where its files are. */
export function freeFlushFlags({ engine }: Environment, witnesses: readonly Flush[], callNs = 0): Flag[] {
  // What was written directly has left nothing for a flush to do.
  if (engine === 'node-direct' || !flushesAreFree(witnesses, callNs)) return [];
  return [flag('flush_does_nothing', { longest_flush_ns: Math.max(...witnesses.map(({ flush_ns }) => flush_ns)) })];
}
