import {
  DURABILITY_MODES,
  type DurabilityMode,
  type DurabilityPlan,
  type DurabilityResult,
} from '@opfsmark/schema/families';
import type { PassHead } from '@opfsmark/schema/schedule';
import type { Step } from '../../page/forecast.ts';
import { fill } from '../matrix/run.ts';
import { fillStep } from '../matrix/schedule.ts';
import type { Session } from '../../page/session.ts';
import { filesFor } from '../files-plan.ts';
import { runPass } from '../../page/run-pass.ts';
import type { Workload } from '../workload.ts';

const SLOW_BYTES_PER_S = { none: 200e6, end: 200e6, each: 20e6 } as const;
const HEAD = { row: 0, direction: 'write' } as const;

function passOf(plan: DurabilityPlan, mode: DurabilityMode, loop: number): PassHead {
  const kind = mode === 'each' ? 'flush_each' : 'throughput';
  return { kind, loop, timing: 'each', flush: mode, limitS: plan.limit_s };
}

function stepOf(plan: DurabilityPlan, mode: DurabilityMode, loop: number): Step {
  const seconds = plan.bytes / SLOW_BYTES_PER_S[mode];
  const limited = plan.limit_s === 0 ? seconds : Math.min(seconds, plan.limit_s);
  return { id: `${loop} ${mode}`, like: mode, seconds: limited };
}

const loopsOf = (plan: DurabilityPlan) => Array.from({ length: plan.loops }, (_, index) => index + 1);

/** What was never flushed must not be paid for by who comes next: one block, its flush, and nothing of it is kept. */
async function settle(session: Session, plan: DurabilityPlan, job: number): Promise<void> {
  await runPass(session, {
    job,
    loops: plan.loops,
    head: HEAD,
    pass: { kind: 'throughput', loop: 0, timing: 'each', flush: 'end', limitS: 0 },
    step: { id: 'settle', like: 'settle', seconds: 0 },
    adjust: (request) => ({ ...request, share: { ...request.share, blockCount: 1 } }),
  });
}

/** The same megabytes without a flush, with one at the end, with one after each write; in turn, loop by loop. */
export const durability: Workload<'durability'> = {
  files: (plan) =>
    filesFor([{ pattern: 'sequential', block_bytes: plan.block_bytes, queues: 1, threads: 1 }], plan.bytes, plan.seed),
  steps: (plan, layout) => [
    fillStep(durability.files(plan), layout),
    ...loopsOf(plan).flatMap((loop) => DURABILITY_MODES.map((mode) => stepOf(plan, mode, loop))),
  ],
  empty: (_, layout): DurabilityResult => ({ family: 'durability', layout, none: [], end: [], each: [] }),
  async measure(session, plan, publish) {
    let result: DurabilityResult = { ...durability.empty(plan, session.layout), fill: await fill(session) };
    let job = 0;
    for (const loop of loopsOf(plan)) {
      for (const mode of DURABILITY_MODES) {
        const pass = await runPass(session, {
          job: job++,
          loops: plan.loops,
          head: HEAD,
          pass: passOf(plan, mode, loop),
          step: stepOf(plan, mode, loop),
        });
        result = { ...result, [mode]: [...result[mode], pass] };
        publish(result);
        if (mode === 'none') await settle(session, plan, job++);
      }
    }
  },
};
