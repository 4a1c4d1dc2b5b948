import { passBytes } from '../../figures/derive.ts';
import type { RecordOf } from '../family.ts';
import type { Flag } from '../flags.ts';
import { freeFlushFlags, witnessesAmong, type Flush } from '../flush-witness.ts';
import type { SweepPlan } from './plan-schema.ts';
import type { SweepResult } from './result.ts';

/** The flushes of the fill and of the points that wrote enough. */
export function sweepWitnesses({ fill, jobs }: SweepResult): Flush[] {
  const written = jobs.filter(({ direction }) => direction === 'write').flatMap(({ passes }) => passes);
  return witnessesAmong([fill, ...written.map((pass) => ({ bytes: passBytes(pass), flush_ns: pass.flush_ns }))]);
}

export function sweepFlags({ result, environment }: RecordOf<SweepPlan, SweepResult>): Flag[] {
  return freeFlushFlags(environment, sweepWitnesses(result));
}
