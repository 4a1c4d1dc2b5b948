import type { Pass } from '@opfsmark/schema/documents';
import {
  STUTTER_BLOCK_BYTES,
  stutterFiles,
  stutterPlan,
  stutterSlices,
  stutterStep,
  StutterPlan,
} from '@opfsmark/schema/families';
import { addPasses } from '../../page/add-passes.ts';
import { fill } from '../../page/fill.ts';
import { runPass } from '../../page/run-pass.ts';
import type { Session } from '../../page/session.ts';
import type { Workload } from '../../page/workload.ts';
import { LoadSeries, SLICE_BIN_NS } from './load-series.ts';

const callsOf = ({ read, write }: Pass) => (read?.ops ?? 0) + (write?.ops ?? 0);

/** Slice `index` of the load; all slices of a turn share one order of the blocks. */
async function runSlice(session: Session, plan: StutterPlan, index: number, limitMs: number): Promise<Pass> {
  const { perTurn } = stutterSlices(plan);
  const [turn, slice] = [Math.floor(index / perTurn), index % perTurn];
  const blocks = session.layout === 'shared' ? 2 * plan.calls : Math.floor((2 * plan.calls) / plan.workers);
  return runPass(session, {
    job: { index: turn, row: 0, direction: 'mix' },
    row: { pattern: 'random', block_bytes: STUTTER_BLOCK_BYTES, queues: plan.workers, threads: 1 },
    loops: 1,
    pass: { kind: 'throughput', loop: 1, timing: 'each', flush: plan.flush, limitS: 0 },
    step: stutterStep(plan),
    // The file is whole fill blocks; the calls are counted exactly.
    adjust: ({ share, ...request }) => ({
      ...request,
      limitNs: Math.ceil(limitMs) * 1e6,
      binNs: SLICE_BIN_NS,
      share: {
        ...share,
        blockCount: blocks,
        first: share.first + slice * share.stride,
        stride: share.stride * perTurn,
      },
    }),
  });
}

/** Often enough for the view, and not so often that showing it disturbs what is measured. */
const PUBLISH_EVERY_MS = 1_000;

/** Reads and writes in turn, by every worker, at random places of one file, for as long as the plan asks. */
export const stutter: Workload<'stutter'> = {
  plans: stutterPlan,
  schema: StutterPlan,
  files: stutterFiles,
  async measure(session, plan, publish) {
    const { layout } = session;
    const { clock } = session.host;
    const filled = await fill(session);
    publish({ family: 'stutter', layout, fill: filled });

    const { perTurn, seconds, countMax } = stutterSlices(plan);
    const limitMs = plan.limit_s * 1_000;
    const startedMs = clock.nowMs();
    // Without the times in which computer or page stood still.
    const lostBeforeMs = session.lostMs;
    const elapsedMs = () => clock.nowMs() - startedMs - (session.lostMs - lostBeforeMs);
    const series = new LoadSeries();
    let pass: Pass | undefined;
    let loadMs = 0;
    let publishedMs = 0;
    const publishLoad = () => {
      if (pass) publish({ family: 'stutter', layout, fill: filled, pass: series.of(pass), load_ms: loadMs });
      publishedMs = elapsedMs();
    };
    const isOver = (slices: number) =>
      (limitMs > 0 && elapsedMs() >= limitMs) || (slices >= perTurn && elapsedMs() >= plan.min_s * 1_000);
    try {
      for (let slices = 0; slices < countMax && !isOver(slices); slices++) {
        const earlyMs = slices * seconds * 1_000 - elapsedMs();
        if (earlyMs > 0) await session.rest(earlyMs / 1_000);
        // What lay in the rest comes off the time before the slice takes its place in it.
        await session.stoodSince(session.tickMs());
        if (isOver(slices)) break;
        const leftMs = limitMs > 0 ? Math.max(1, limitMs - elapsedMs()) : 0;
        const beganNs = elapsedMs() * 1e6;
        const slice = await runSlice(session, plan, slices, leftMs);
        pass = addPasses(pass, slice);
        series.add(slice, beganNs);
        loadMs = elapsedMs();
        if (loadMs - publishedMs >= PUBLISH_EVERY_MS) publishLoad();
      }
    } finally {
      publishLoad();
    }
    if (pass) session.progress.forecast.countWork(callsOf(pass));
  },
};
