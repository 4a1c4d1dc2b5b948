import { decodeSeries } from '../../documents/wire.ts';
import type { RecordOf } from '../family.ts';
import { flag, type Flag } from '../flags.ts';
import { flushIsFree, MIN_WITNESS_BYTES, type Flush } from '../flush-witness.ts';
import type { SustainedPlan } from './plan-schema.ts';
import type { SustainedResult } from './result.ts';

/** The flushes of the fill and of every round that had much to do. */
function flushesOf(result: SustainedResult, plan: SustainedPlan): Flush[] {
  const elapsed = decodeSeries(result.elapsed_us);
  const rounds = decodeSeries(result.total_us).map((us, round) => ({
    bytes: plan.round_bytes,
    flush_ns: (us - (elapsed[round] ?? us)) * 1e3,
  }));
  return [...(result.fill ? [result.fill] : []), ...rounds].filter(({ bytes }) => bytes >= MIN_WITNESS_BYTES);
}

/** Rounds that end the moment they are written: files are kept in memory, or flushes are not passed on. */
export function sustainedFlags({ result, plan }: RecordOf<SustainedPlan, SustainedResult>): Flag[] {
  const flushes = flushesOf(result, plan);
  if (flushes.length === 0 || !flushes.every((flush) => flushIsFree(flush, 0))) return [];
  return [flag('flush_does_nothing', { longest_flush_ns: Math.max(...flushes.map(({ flush_ns }) => flush_ns)) })];
}
