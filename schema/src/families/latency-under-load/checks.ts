import type { Pass } from '../../documents/pass.ts';
import { callsDueMax } from '../../schedule/steps.ts';
import { type ExpectThat, checkPassIdentities, PART_SLACK } from '../expectations.ts';
import type { FamilyChecks } from '../family.ts';
import { LOADS_PERCENT, openLoop, UNDER_LOAD_BLOCK_BYTES } from './plan.ts';
import { UnderLoadPlan, UnderLoadResult } from './schema.ts';

/** Twice the window: see the open loop in wasm-core/include/opfsmark/runner.h. */
const GIVEN_UP_AFTER = 2;

function checkWindow(plan: UnderLoadPlan, pass: Pass, pointer: string, expectThat: ExpectThat): void {
  checkPassIdentities(pass, UNDER_LOAD_BLOCK_BYTES, pointer, expectThat);
  expectThat(pass.read === undefined, `${pointer}/read`, 'nothing is read here');
  expectThat((pass.write?.bytes ?? 0) <= plan.file_bytes, `${pointer}/write/bytes`, 'is more than the file');
  expectThat(
    pass.kind === 'flush_each' && pass.timing === 'each',
    `${pointer}/kind`,
    'each write is flushed and timed here',
  );
  expectThat(pass.workers <= plan.workers, `${pointer}/workers`, 'more workers than planned');
}

export const underLoadChecks: FamilyChecks<UnderLoadPlan, UnderLoadResult> = {
  plan: UnderLoadPlan,
  result: UnderLoadResult,
  impossible({ result, plan }, { expectThat }) {
    expectThat(result.loops.length <= plan.loops, '/loops', 'more loops than planned');
    result.loops.forEach(({ capacity, loads }, loop) => {
      const pointer = `/loops/${loop}`;
      checkWindow(plan, capacity, `${pointer}/capacity`, expectThat);
      expectThat(capacity.due === undefined, `${pointer}/capacity/due`, 'nothing is due in a closed loop');
      LOADS_PERCENT.slice(0, loads.length).forEach((percent, index) => {
        const pass = loads[index];
        if (!pass) return;
        const at = `${pointer}/loads/${index}`;
        checkWindow(plan, pass, at, expectThat);
        const { due = -1, late_ns = 0, write, ended, elapsed_ns } = pass;
        const { arrivalsPerS, limitS } = openLoop(plan, capacity, percent);
        expectThat(due >= 0, `${at}/due`, 'is missing of an open loop');
        expectThat(due <= callsDueMax(arrivalsPerS * limitS), `${at}/due`, `is more than ${percent} % of the capacity`);
        const ops = write?.ops ?? 0;
        expectThat(ended === 'visited' ? ops === due : ops < due, `${at}/write/ops`, 'are not the calls that were due');
        const endNs = GIVEN_UP_AFTER * limitS * 1e9;
        expectThat(elapsed_ns <= endNs * PART_SLACK + (write?.max_ns ?? 0), `${at}/elapsed_ns`, 'goes on too long');
        expectThat(late_ns <= (write?.busy_ns ?? 0), `${at}/late_ns`, 'is more than the calls waited');
      });
    });
  },
};
