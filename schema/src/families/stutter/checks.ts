import { passOps } from '../../figures/derive.ts';
import type { FamilyChecks } from '../family.ts';
import { checkPassIdentities, PART_SLACK, WALL_SLACK_NS } from '../expectations.ts';
import { STUTTER_BLOCK_BYTES, stutterCallsMax, stutterWritesMax } from './plan.ts';
import { StutterPlan, StutterResult } from './schema.ts';

export const stutterChecks: FamilyChecks<StutterPlan, StutterResult> = {
  plan: StutterPlan,
  result: StutterResult,
  impossible({ result: { pass, load_ms }, plan, wall_ms }, { expectThat }) {
    expectThat((pass === undefined) === (load_ms === undefined), '/load_ms', 'goes with the calls');
    if (!pass || load_ms === undefined) return;
    const callsMax = stutterCallsMax(plan);
    const ops = passOps(pass);
    expectThat(ops <= callsMax, '/pass', `${ops} calls are more than the plan's ${callsMax}`);
    const writesMax = stutterWritesMax(plan);
    expectThat((pass.write?.ops ?? 0) <= writesMax, '/pass/write/ops', `is more than the plan's ${writesMax}`);
    const slackMs = WALL_SLACK_NS / 1e6;
    expectThat(pass.elapsed_ns / 1e6 <= load_ms * PART_SLACK + slackMs, '/load_ms', 'is less than the calls took');
    expectThat(load_ms <= wall_ms * PART_SLACK + slackMs, '/load_ms', 'is more than the whole run');
    expectThat(pass.workers <= plan.workers, '/pass/workers', 'more workers than planned');
    expectThat(pass.timing === 'each', '/pass/timing', 'every call has a time here');
    checkPassIdentities(pass, STUTTER_BLOCK_BYTES, '/pass', expectThat);
  },
};
