import { decodeSeries } from '../../documents/wire.ts';
import type { RecordOf } from '../family.ts';
import type { Flag } from '../flags.ts';
import { freeFlushFlags, witnessesAmong, type Flush } from '../flush-witness.ts';
import type { SustainedPlan } from './plan-schema.ts';
import type { SustainedResult } from './result.ts';

/** The flushes of every round, where it had much to do. */
export function sustainedWitnesses({ result, plan }: RecordOf<SustainedPlan, SustainedResult>): Flush[] {
  const elapsed = decodeSeries(result.elapsed_us);
  const rounds = decodeSeries(result.total_us).map((us, round) => ({
    bytes: plan.round_bytes,
    flush_ns: (us - (elapsed[round] ?? us)) * 1e3,
  }));
  return witnessesAmong(rounds);
}

/** Rounds that end the moment they are written: files are kept in memory, or flushes are not passed on. */
export function sustainedFlags(record: RecordOf<SustainedPlan, SustainedResult>): Flag[] {
  return freeFlushFlags(record.environment, sustainedWitnesses(record));
}
