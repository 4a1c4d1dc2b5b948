import * as z from 'zod/mini';
import { Layout } from '../../documents/environment.ts';
import { Fill, Pass } from '../../documents/pass.ts';
import { claims } from '../claims.ts';
import { defineResultSide } from '../family.ts';
import { claimPassIdentities } from '../pass-claims.ts';
import { DURABILITY_MODES } from './plan.ts';
import { DURABILITY_BOUNDS, type DurabilityPlan } from './plan-schema.ts';

const passes = () => z.array(Pass).check(z.maxLength(DURABILITY_BOUNDS.loops.max));

export const DurabilityResult = z.strictObject({
  family: z.literal('durability'),
  fill: z.optional(Fill),
  layout: Layout,
  none: passes(),
  end: passes(),
  each: passes(),
});
export type DurabilityResult = z.infer<typeof DurabilityResult>;

export const durabilityResultSide = defineResultSide<DurabilityPlan, DurabilityResult>({
  id: 'durability',
  result: DurabilityResult,
  contradictions({ result, plan }) {
    const { claim, found } = claims();
    for (const mode of DURABILITY_MODES) {
      claim(result[mode].length <= plan.loops, `/${mode}`, 'more loops than planned');
      result[mode].forEach((pass, index) => {
        const pointer = `/${mode}/${index}`;
        claimPassIdentities(pass, plan.block_bytes, pointer, claim);
        claim(pass.read === undefined, `${pointer}/read`, 'nothing is read here');
        claim((pass.write?.bytes ?? 0) <= plan.bytes, `${pointer}/write/bytes`, 'more than planned');
        claim(mode !== 'none' || pass.flush_ns === 0, `${pointer}/flush_ns`, 'this way never flushes');
        claim((pass.kind === 'flush_each') === (mode === 'each'), `${pointer}/kind`, 'is not this way');
      });
    }
    return found;
  },
});
