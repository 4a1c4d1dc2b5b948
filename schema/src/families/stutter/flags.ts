import type { RecordOf } from '../family.ts';
import type { Flag } from '../flags.ts';
import { freeFlushFlags, witnessesAmong, type Flush } from '../flush-witness.ts';
import type { StutterPlan } from './plan-schema.ts';
import type { StutterResult } from './result.ts';

/** The flush of the fill: those of single writes have too little to do. */
export function stutterWitnesses({ fill }: StutterResult): Flush[] {
  return witnessesAmong([fill]);
}

export function stutterFlags({ result, environment }: RecordOf<StutterPlan, StutterResult>): Flag[] {
  return freeFlushFlags(environment, stutterWitnesses(result));
}
