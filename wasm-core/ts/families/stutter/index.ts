import { STUTTER_BLOCK_BYTES, stutterFiles, stutterStep, type StutterPlan } from '@opfsmark/schema/families';
import { fill } from '../../page/fill.ts';
import { runPass } from '../../page/run-pass.ts';
import type { Workload } from '../../page/workload.ts';

const JOB = { index: 0, row: 0, direction: 'mix' } as const;

/** Reads and writes, each block once. */
const callsOf = (plan: StutterPlan) => 2 * plan.calls;

/** Reads and writes in turn, by every worker, at random places of one file, each place once. */
export const stutter: Workload<'stutter'> = {
  files: stutterFiles,
  empty: (_, layout) => ({ family: 'stutter', layout }),
  async measure(session, plan, publish) {
    const { layout } = session;
    const filled = await fill(session);
    publish({ family: 'stutter', layout, fill: filled });
    const pass = await runPass(session, {
      job: JOB,
      row: { pattern: 'random', block_bytes: STUTTER_BLOCK_BYTES, queues: plan.workers, threads: 1 },
      loops: 1,
      pass: { kind: 'throughput', loop: 1, timing: 'each', flush: plan.flush, limitS: plan.limit_s },
      step: stutterStep(plan),
      // The file is whole fill blocks; the calls are counted exactly.
      adjust: (request) => ({
        ...request,
        share: {
          ...request.share,
          blockCount: layout === 'shared' ? callsOf(plan) : Math.floor(callsOf(plan) / plan.workers),
        },
      }),
    });
    publish({ family: 'stutter', layout, fill: filled, pass });
  },
};
