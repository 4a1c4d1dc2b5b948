import { sum } from '../../documents/stats.ts';
import type { FamilyChecks } from '../family.ts';
import { claimPassIdentities, PART_SLACK, WALL_SLACK_NS } from '../claims.ts';
import { STUTTER_BLOCK_BYTES, stutterCallsMax, stutterWritesMax } from './plan.ts';
import { StutterPlan, StutterResult } from './schema.ts';

export const stutterChecks: FamilyChecks<StutterPlan, StutterResult> = {
  plan: StutterPlan,
  result: StutterResult,
  impossible({ result: { pass, load_ms }, plan, wall_ms }, { claim }) {
    claim((pass === undefined) === (load_ms === undefined), '/load_ms', 'goes with the calls');
    if (!pass || load_ms === undefined) return;
    const callsMax = stutterCallsMax(plan);
    const ops = sum([pass.read?.ops ?? 0, pass.write?.ops ?? 0]);
    claim(ops <= callsMax, '/pass', `${ops} calls are more than the plan's ${callsMax}`);
    const writesMax = stutterWritesMax(plan);
    claim((pass.write?.ops ?? 0) <= writesMax, '/pass/write/ops', `is more than the plan's ${writesMax}`);
    const slackMs = WALL_SLACK_NS / 1e6;
    claim(pass.elapsed_ns / 1e6 <= load_ms * PART_SLACK + slackMs, '/load_ms', 'is less than the calls took');
    claim(load_ms <= wall_ms * PART_SLACK + slackMs, '/load_ms', 'is more than the whole run');
    claim(pass.workers <= plan.workers, '/pass/workers', 'more workers than planned');
    claim(pass.timing === 'each', '/pass/timing', 'every call has a time here');
    claimPassIdentities(pass, STUTTER_BLOCK_BYTES, '/pass', claim);
  },
};
