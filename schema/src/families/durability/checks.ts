import type { FamilyChecks } from '../family.ts';
import { checkPassIdentities } from '../expectations.ts';
import { DURABILITY_MODES } from './plan.ts';
import { DurabilityPlan, DurabilityResult } from './schema.ts';

export const durabilityChecks: FamilyChecks<DurabilityPlan, DurabilityResult> = {
  plan: DurabilityPlan,
  result: DurabilityResult,
  impossible({ result, plan }, { expectThat }) {
    for (const mode of DURABILITY_MODES) {
      expectThat(result[mode].length <= plan.loops, `/${mode}`, 'more loops than planned');
      result[mode].forEach((pass, index) => {
        const pointer = `/${mode}/${index}`;
        checkPassIdentities(pass, plan.block_bytes, pointer, expectThat);
        expectThat(pass.read === undefined, `${pointer}/read`, 'nothing is read here');
        expectThat((pass.write?.bytes ?? 0) <= plan.bytes, `${pointer}/write/bytes`, 'more than planned');
        expectThat(mode !== 'none' || pass.flush_ns === 0, `${pointer}/flush_ns`, 'this way never flushes');
        expectThat((pass.kind === 'flush_each') === (mode === 'each'), `${pointer}/kind`, 'is not this way');
      });
    }
  },
};
