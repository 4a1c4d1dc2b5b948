import { decodeSeries } from '../../documents/stats.ts';
import { witnessesAmong, type Flushes } from '../flush-witness.ts';
import type { SustainedPlan, SustainedResult } from './schema.ts';

interface Sustained {
  readonly plan: SustainedPlan;
  readonly result: SustainedResult;
}

/** The flushes of every round, where it had much to do. */
export function sustainedFlushes({ result, plan }: Sustained): Flushes {
  const elapsed = decodeSeries(result.elapsed_us);
  const rounds = decodeSeries(result.total_us).map((us, round) => ({
    bytes: plan.round_bytes,
    flush_ns: (us - (elapsed[round] ?? us)) * 1e3,
  }));
  return { witnesses: witnessesAmong(rounds) };
}
