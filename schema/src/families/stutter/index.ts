import * as z from 'zod/mini';
import { Layout } from '../../environment.ts';
import { decodeHistogram, mergeCounts } from '../../histogram.ts';
import { Fill, Pass } from '../../result.ts';
import { claims, defineFamily } from '../family.ts';
import { checkPass } from '../pass-claims.ts';
import { sum } from '../wire.ts';
import { STUTTER_BLOCK_BYTES, STUTTER_CODEC, STUTTER_PROFILES, StutterPlan } from './plan.ts';
import { measuredStalls, msCountsOf, tableOf, type Stalls, type TableRow } from './stalls.ts';

export * from './plan.ts';
export * from './stalls.ts';

export const StutterResult = z.strictObject({
  family: z.literal('stutter'),
  fill: z.optional(Fill),
  layout: Layout,
  /** Missing where the run ended before it. */
  pass: z.optional(Pass),
});
export type StutterResult = z.infer<typeof StutterResult>;

export interface StutterFigures {
  readonly read: Stalls;
  readonly write: Stalls;
  readonly both: Stalls;
  readonly table: readonly TableRow[];
}

/** What the view shows, at any threshold. */
export function stutterFigures({ pass }: StutterResult, thresholdMs: number): StutterFigures {
  const reads = decodeHistogram(pass?.read?.histogram ?? '') ?? [];
  const writes = decodeHistogram(pass?.write?.histogram ?? '') ?? [];
  const readNs = pass?.read?.busy_ns ?? 0;
  const writeNs = pass?.write?.busy_ns ?? 0;
  return {
    read: measuredStalls(reads, readNs, thresholdMs),
    write: measuredStalls(writes, writeNs, thresholdMs),
    both: measuredStalls(mergeCounts([reads, writes]), readNs + writeNs, thresholdMs),
    table: tableOf(msCountsOf(reads), msCountsOf(writes)),
  };
}

/** Filling reckoned at 200 MB/s, calls with their flushes at 2,000 a second: a slow drive. */
const ASSUMED_BYTES_PER_S = 200e6;
const ASSUMED_CALLS_PER_S = 2_000;
const START_S = 1;

export const stutter = defineFamily<StutterPlan, StutterResult>({
  id: 'stutter',
  plan: StutterPlan,
  result: StutterResult,
  profiles: STUTTER_PROFILES,
  codec: STUTTER_CODEC,
  estimate(plan) {
    const fileBytes = 2 * plan.calls * STUTTER_BLOCK_BYTES;
    const callsS = (2 * plan.calls) / ASSUMED_CALLS_PER_S;
    return {
      seconds:
        START_S + fileBytes / ASSUMED_BYTES_PER_S + (plan.limit_s === 0 ? callsS : Math.min(callsS, plan.limit_s)),
      // Every block once, and at the worst each is a write.
      bytesWrittenMax: 2 * fileBytes,
    };
  },
  contradictions({ pass }, plan) {
    const { claim, found } = claims();
    if (!pass) return found;
    const ops = sum([pass.read?.ops ?? 0, pass.write?.ops ?? 0]);
    claim(ops <= 2 * plan.calls, '/pass', `${ops} calls are more than the plan's ${2 * plan.calls}`);
    claim(pass.workers <= plan.workers, '/pass/workers', 'more workers than planned');
    claim(pass.timing === 'each', '/pass/timing', 'every call has a time here');
    checkPass(pass, STUTTER_BLOCK_BYTES, '/pass', claim);
    return found;
  },
});
