import * as z from 'zod/mini';
import { Layout } from '../../documents/environment.ts';
import { Fill, Pass } from '../../documents/pass.ts';
import { sum } from '../../documents/wire.ts';
import { claims } from '../claims.ts';
import { defineResultSide } from '../family.ts';
import { checkPass } from '../pass-claims.ts';
import { STUTTER_BLOCK_BYTES } from './plan.ts';
import type { StutterPlan } from './plan-schema.ts';

export const StutterResult = z.strictObject({
  family: z.literal('stutter'),
  fill: z.optional(Fill),
  layout: Layout,
  /** Missing where the run ended before it. */
  pass: z.optional(Pass),
});
export type StutterResult = z.infer<typeof StutterResult>;

export const stutterResultSide = defineResultSide<StutterPlan, StutterResult>({
  id: 'stutter',
  result: StutterResult,
  contradictions({ result: { pass }, plan }) {
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
