import * as z from 'zod/mini';
import { Layout } from '../../documents/environment.ts';
import { decodeHistogram, mergeCounts } from '../../documents/histogram.ts';
import { Fill, Pass } from '../../documents/pass.ts';
import type { Figure } from '../../figures/figure.ts';
import { filledBytes } from '../../schedule/files.ts';
import { fillStep } from '../../schedule/steps.ts';
import { claims } from '../claims.ts';
import { defineFamily, WALL_SLACK, WALL_SLACK_NS } from '../family.ts';
import { partOfPass } from '../iostat-part.ts';
import { checkPass } from '../pass-claims.ts';
import { sum } from '../../documents/wire.ts';
import {
  STUTTER_BLOCK_BYTES,
  STUTTER_CODEC,
  STUTTER_PROFILES,
  stutterCallsMax,
  stutterFiles,
  StutterPlan,
  stutterStep,
  stutterWritesMax,
} from './plan.ts';
import { measuredStalls, msCountsOf, tableOf, type Stalls, type TableRow } from './stalls.ts';

export * from './plan.ts';
export * from './stalls.ts';

export const StutterResult = z.strictObject({
  family: z.literal('stutter'),
  fill: z.optional(Fill),
  layout: Layout,
  /** All calls of the load, as of one pass: its window is the time in which calls were made. */
  pass: z.optional(Pass),
  /** How long the load lasted, with the rests that keep its pace. Like the pass missing where the run ended before it. */
  load_ms: z.optional(z.number().check(z.nonnegative(), z.maximum(1e10))),
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

/** The mean wait of a call, and what the calls over the threshold took of all time. */
function stutterSummary(result: StutterResult, thresholdMs: number): Figure[] {
  if (!result.pass) return [];
  const { both } = stutterFigures(result, thresholdMs);
  const one = (value: number) => ({ value, low: value, high: value });
  const head = { better: 'lower', p99_ns: null, read_from: null } as const;
  const longestNs = Math.max(result.pass.read?.max_ns ?? 0, result.pass.write?.max_ns ?? 0);
  return [
    { id: 'longest', name: 'longest', unit: 'ns', ...one(longestNs), ...head },
    { id: 'stalls', name: 'stalls', unit: 'calls', ...one(both.stallCalls), ...head },
    { id: 'stall share', name: 'stall-share', unit: 'share', ...one(both.share), ...head },
    ...(both.meanMs === null
      ? []
      : [{ id: 'mean', name: 'mean', unit: 'ns' as const, ...one(both.meanMs * 1e6), ...head }]),
  ];
}

export const stutter = defineFamily<StutterPlan, StutterResult>({
  id: 'stutter',
  plan: StutterPlan,
  result: StutterResult,
  profiles: STUTTER_PROFILES,
  codec: STUTTER_CODEC,
  steps: (plan, layout) => [fillStep(stutterFiles(plan), layout), stutterStep(plan)],
  bytesWrittenMax: (plan, layout) =>
    filledBytes(stutterFiles(plan), layout) + stutterWritesMax(plan) * STUTTER_BLOCK_BYTES,
  contradictions({ result: { pass, load_ms }, plan, wall_ms }) {
    const { claim, found } = claims();
    claim((pass === undefined) === (load_ms === undefined), '/load_ms', 'goes with the calls');
    if (!pass || load_ms === undefined) return found;
    const callsMax = stutterCallsMax(plan);
    const ops = sum([pass.read?.ops ?? 0, pass.write?.ops ?? 0]);
    claim(ops <= callsMax, '/pass', `${ops} calls are more than the plan's ${callsMax}`);
    const writesMax = stutterWritesMax(plan);
    claim((pass.write?.ops ?? 0) <= writesMax, '/pass/write/ops', `is more than the plan's ${writesMax}`);
    const slackMs = WALL_SLACK_NS / 1e6;
    claim(pass.elapsed_ns / 1e6 <= load_ms * WALL_SLACK + slackMs, '/load_ms', 'is less than the calls took');
    claim(load_ms <= wall_ms * WALL_SLACK + slackMs, '/load_ms', 'is more than the whole run');
    claim(pass.workers <= plan.workers, '/pass/workers', 'more workers than planned');
    claim(pass.timing === 'each', '/pass/timing', 'every call has a time here');
    checkPass(pass, STUTTER_BLOCK_BYTES, '/pass', claim);
    return found;
  },
  iostat: ({ pass }) => (pass ? partOfPass('RND4K', pass) : []),
  figures: ({ result, plan }) => stutterSummary(result, plan.threshold_ms),
});
