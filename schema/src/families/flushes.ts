import type { Environment } from '../documents/environment.ts';
import type { Origin } from '../figures/figure.ts';
import { GIB, MIB } from '../documents/units.ts';

/** A drive takes as much into a cache of its own, and may become slower after that: what comes after so few bytes was not seen. */
export const MAX_BURST_BYTES = GIB;

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
function flushIsFree({ bytes, flush_ns, calls = 1 }: Flush, callNs: number): boolean {
  return flush_ns < (Math.min(bytes, MAX_WITNESS_BYTES) / MAX_FLUSH_BYTES_PER_S) * 1e9 + 2 * calls * callNs;
}

/** Those that had enough to do to tell whether a flush does anything. */
export function witnessesAmong(flushes: readonly (Flush | undefined)[]): Flush[] {
  return flushes.filter((flush) => flush !== undefined && flush.bytes >= MIN_WITNESS_BYTES) as Flush[];
}

/** The flushes of a run, as far as they tell whether they do anything. */
export interface Flushes {
  readonly witnesses: readonly Flush[];
  /** Default: nothing. */
  readonly callNs?: number;
}

/** Whether flushes do nothing: more than half of the witnesses ended at once. Of many that do nothing a few are late. */
export function flushesAreFree({ witnesses, callNs = 0 }: Flushes): boolean {
  return 2 * witnesses.filter((flush) => flushIsFree(flush, callNs)).length > witnesses.length;
}

/** The origin of the writes of a run that were flushed: what was written directly leaves a flush nothing to do. */
export function originOfWrites({ engine }: Pick<Environment, 'engine'>, flushes: Flushes): Origin | null {
  return engine !== 'node-direct' && flushesAreFree(flushes) ? 'unflushed' : null;
}

export function longestFlushNs({ witnesses }: Flushes): number {
  return Math.max(...witnesses.map(({ flush_ns }) => flush_ns));
}
