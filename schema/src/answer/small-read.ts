import type { Sentence } from './answer.ts';

/** About what a hard disk answers per second: a seek and half a turn. */
const DISK_READS_PER_S = 100;
/** Below that many times a comparison says little. */
const MIN_FACTOR = 2;

/** Of so many small reads per second, one after the other. */
export function smallReadSentence(perS: number): Sentence {
  const factor = Number((perS / DISK_READS_PER_S).toPrecision(1));
  return { kind: 'small_read', ns: 1e9 / perS, factor: factor >= MIN_FACTOR ? factor : null };
}
