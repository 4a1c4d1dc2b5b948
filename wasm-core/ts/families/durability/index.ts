import {
  DURABILITY_MODES,
  durabilityFiles,
  durabilityPlan,
  durabilityStep,
  type DurabilityMode,
} from '@opfsmark/schema/families/durability/plan';
import { DurabilityPlan, type DurabilityResult } from '@opfsmark/schema/families/durability/schema';
import type { Row } from '@opfsmark/schema/documents';
import type { PassSpec } from '@opfsmark/schema/schedule';
import { fill, runPass } from '../../page/passes.ts';
import type { Session } from '../../page/session.ts';
import type { Workload } from '../../page/workload.ts';

function passOf(plan: DurabilityPlan, mode: DurabilityMode, loop: number): PassSpec {
  const kind = mode === 'each' ? 'flush_each' : 'throughput';
  return { kind, loop, timing: 'each', flush: mode, limitS: plan.limit_s };
}

const rowOf = ({ block_bytes }: DurabilityPlan): Row => ({ pattern: 'sequential', block_bytes, queues: 1, threads: 1 });
const jobOf = (index: number) => ({ index, row: 0, direction: 'write' }) as const;

/** Flushes what was never flushed, so that the next mode does not pay for it: one block, of which nothing is kept. */
async function flushLeftovers(session: Session, plan: DurabilityPlan, index: number): Promise<void> {
  await runPass(session, {
    job: jobOf(index),
    row: rowOf(plan),
    loops: plan.loops,
    pass: { kind: 'throughput', loop: 0, timing: 'each', flush: 'end', limitS: 0 },
    adjust: (request) => ({ ...request, share: { ...request.share, blockCount: 1 } }),
  });
}

/** The same megabytes without a flush, with one at the end, with one after each write; in turn, loop by loop. */
export const durability: Workload<'durability'> = {
  plans: durabilityPlan,
  schema: DurabilityPlan,
  files: durabilityFiles,
  async measure(session, plan, publish) {
    let result: DurabilityResult = { ...durabilityPlan.emptyResult(plan, session.layout), fill: await fill(session) };
    publish(result);
    const { clock } = session.host;
    const startedMs = clock.nowMs();
    const lostMs = session.lostMs;
    const elapsedMs = () => clock.nowMs() - startedMs - (session.lostMs - lostMs);
    const isEnough = () => plan.enough_s > 0 && elapsedMs() >= plan.enough_s * 1_000;
    let index = 0;
    let writtenBytes = 0;
    for (let loop = 1; loop <= plan.loops && (loop === 1 || !isEnough()); loop++) {
      for (const mode of DURABILITY_MODES) {
        const pass = await runPass(session, {
          job: jobOf(index++),
          row: rowOf(plan),
          loops: plan.loops,
          pass: passOf(plan, mode, loop),
          step: durabilityStep(plan),
        });
        writtenBytes += pass.write?.bytes ?? 0;
        result = { ...result, [mode]: [...result[mode], pass] };
        publish(result);
        if (mode === 'none') await flushLeftovers(session, plan, index++);
      }
    }
    session.progress.forecast.countWork(writtenBytes);
  },
};
