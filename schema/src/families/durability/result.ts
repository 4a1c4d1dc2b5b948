import type { FamilyChecks } from '../family.ts';
import { claimPassIdentities } from '../claims.ts';
import { DURABILITY_MODES } from './plan.ts';
import { DurabilityPlan, DurabilityResult } from './schema.ts';

export const durabilityChecks: FamilyChecks<DurabilityPlan, DurabilityResult> = {
  plan: DurabilityPlan,
  result: DurabilityResult,
  impossible({ result, plan }, { claim }) {
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
  },
};
