import * as z from 'zod/mini';
import { Layout } from '../../documents/environment.ts';
import { Fill, Pass } from '../../documents/pass.ts';
import { sum } from '../../documents/wire.ts';
import { claims } from '../claims.ts';
import { defineResultSide, WALL_SLACK, WALL_SLACK_NS } from '../family.ts';
import { claimPassIdentities } from '../pass-claims.ts';
import { STUTTER_BLOCK_BYTES, stutterCallsMax, stutterWritesMax } from './plan.ts';
import type { StutterPlan } from './plan-schema.ts';

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

export const stutterResultSide = defineResultSide<StutterPlan, StutterResult>({
  id: 'stutter',
  result: StutterResult,
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
    claimPassIdentities(pass, STUTTER_BLOCK_BYTES, '/pass', claim);
    return found;
  },
});
