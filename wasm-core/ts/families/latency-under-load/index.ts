import type { Pass } from '@opfsmark/schema/documents';
import {
  LOADS_PERCENT,
  openLoop,
  underLoadFiles,
  underLoadPlan,
  underLoadRow,
  underLoadStep,
  type LoadPercent,
} from '@opfsmark/schema/families/latency-under-load/plan';
import { UnderLoadPlan, type UnderLoadResult } from '@opfsmark/schema/families/latency-under-load/schema';
import { fill, runPass } from '../../page/passes.ts';
import type { Session } from '../../page/session.ts';
import type { Workload } from '../../page/workload.ts';
import type { PassRequest } from '../../protocol/messages.ts';

interface Window {
  readonly adjust?: (request: PassRequest) => PassRequest;
  readonly loop: number;
  readonly percent: LoadPercent | null;
  readonly limitS: number;
}

/** As many blocks of each file as all workers claim together, in one order. */
const openAt =
  (arrivalsPerS: number) =>
  ({ share, ...request }: PassRequest): PassRequest => ({
    ...request,
    visits: 'claimed',
    share: { ...share, first: 0, stride: 1 },
    arrivalsPerS,
  });

/** Capacity, then writes that are due at shares of it; loop by loop, so that a drive that changes is seen to. */
export const latencyUnderLoad: Workload<'latency-under-load'> = {
  plans: underLoadPlan,
  schema: UnderLoadPlan,
  files: underLoadFiles,
  async measure(session: Session, plan: UnderLoadPlan, publish) {
    const fileFill = await fill(session);
    let result: UnderLoadResult = { ...underLoadPlan.emptyResult(plan, session.layout), fill: fileFill };
    publish(result);
    let index = 0;
    const measure = ({ loop, percent, limitS, adjust }: Window): Promise<Pass> =>
      runPass(session, {
        job: { index: index++, row: 0, direction: 'write' },
        row: underLoadRow(plan),
        loops: plan.loops,
        pass: { kind: 'flush_each', loop, timing: 'each', flush: 'each', limitS },
        step: underLoadStep(plan, loop, percent),
        ...(adjust && { adjust }),
      });
    for (let loop = 1; loop <= plan.loops; loop++) {
      const capacity = await measure({ loop, percent: null, limitS: plan.limit_s });
      const earlierLoops = result.loops;
      const loads: Pass[] = [];
      for (const percent of LOADS_PERCENT) {
        const { arrivalsPerS, limitS } = openLoop(plan, capacity, percent);
        loads.push(await measure({ loop, percent, limitS, adjust: openAt(arrivalsPerS) }));
        result = { ...result, loops: [...earlierLoops, { capacity, loads: [...loads] }] };
        publish(result);
      }
    }
  },
};
