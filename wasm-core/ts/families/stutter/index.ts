import { FILL_BLOCK_BYTES } from '@opfsmark/schema/documents';
import { STUTTER_BLOCK_BYTES, type StutterPlan, type StutterResult } from '@opfsmark/schema/families';
import { fill } from '../matrix/run.ts';
import { fillStep } from '../matrix/schedule.ts';
import { filesFor } from '../files-plan.ts';
import { runPass } from '../../page/run-pass.ts';
import type { Workload } from '../workload.ts';

const SLOW_CALLS_PER_S = 2_000;

const blocksOf = (plan: StutterPlan) => 2 * plan.calls;
const step = (plan: StutterPlan) => {
  const seconds = blocksOf(plan) / SLOW_CALLS_PER_S;
  return { id: 'calls', like: 'calls', seconds: plan.limit_s === 0 ? seconds : Math.min(seconds, plan.limit_s) };
};

/** Reads and writes in turn, by every worker, at random places of one file, each place once. */
export const stutter: Workload<'stutter'> = {
  files(plan) {
    const bytes = Math.ceil((blocksOf(plan) * STUTTER_BLOCK_BYTES) / FILL_BLOCK_BYTES) * FILL_BLOCK_BYTES;
    const row = { pattern: 'random', block_bytes: STUTTER_BLOCK_BYTES, queues: plan.workers, threads: 1 } as const;
    return filesFor([row], bytes, plan.seed);
  },
  steps: (plan, layout) => [fillStep(stutter.files(plan), layout), step(plan)],
  empty: (_, layout): StutterResult => ({ family: 'stutter', layout }),
  async measure(session, plan, publish) {
    const { layout } = session;
    const filled = await fill(session);
    publish({ family: 'stutter', layout, fill: filled });
    // The file is whole fill blocks; the calls are counted exactly.
    const blockCount = layout === 'shared' ? blocksOf(plan) : Math.floor(blocksOf(plan) / plan.workers);
    const pass = await runPass(session, {
      job: 0,
      loops: 1,
      head: { row: 0, direction: 'mix' },
      pass: { kind: 'throughput', loop: 1, timing: 'each', flush: plan.flush, limitS: plan.limit_s },
      step: step(plan),
      adjust: (request) => ({ ...request, share: { ...request.share, blockCount } }),
    });
    publish({ family: 'stutter', layout, fill: filled, pass });
  },
};
