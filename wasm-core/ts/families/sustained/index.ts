import { encodeSeries, FILL_BLOCK_BYTES, type Pass, type Side } from '@opfsmark/schema/documents';
import { cliffFrom, roundsMax, steadyFrom, STEADY_ROUNDS } from '@opfsmark/schema/families/sustained/rounds';
import { roundsStep, sustainedFiles, sustainedPlan } from '@opfsmark/schema/families/sustained/plan';
import { SustainedPlan, type SustainedResult } from '@opfsmark/schema/families/sustained/schema';
import { Stopped } from '../../page/errors.ts';
import { addSides } from '../../page/merge.ts';
import { fill, runPass } from '../../page/passes.ts';
import type { Session } from '../../page/session.ts';
import type { Workload } from '../../page/workload.ts';
import type { PassRequest } from '../../protocol/messages.ts';

/**
 * The round's part of the file: rounds go through it from front to back and begin again. Workers take its blocks in
 * turn, also where each has a file of its own, so that all write whole blocks and together the round.
 */
function shareOfRound(session: Session, plan: SustainedPlan, round: number) {
  const blocks = plan.round_bytes / FILL_BLOCK_BYTES;
  const start = (round * blocks) % (plan.file_bytes / FILL_BLOCK_BYTES);
  return ({ share, ...request }: PassRequest, worker: number): PassRequest => {
    if (session.layout === 'shared') {
      return { ...request, share: { ...share, first: start + worker, blockCount: start + blocks } };
    }
    const ownBlocksBefore = (block: number) => Math.max(0, Math.ceil((block - worker) / plan.queues));
    const ownBlocks = { first: ownBlocksBefore(start), blockCount: ownBlocksBefore(start + blocks) };
    return { ...request, share: { ...share, ...ownBlocks } };
  };
}

/** At least one: a round without a duration has no rate. */
const microseconds = (ns: number) => Math.max(1, ns / 1_000);

function endOf(plan: SustainedPlan, passes: readonly Pass[], elapsedMs: number): SustainedResult['ended'] | null {
  // As the record will have them.
  const totalUs = passes.map((pass) => Math.round(microseconds(pass.total_ns)));
  const rates = totalUs.slice(-STEADY_ROUNDS).map((us) => plan.round_bytes / us);
  if (plan.until === 'cliff' && cliffFrom(totalUs) !== null) return 'cliff';
  if (plan.until === 'steady' && steadyFrom(rates) === 0) return 'steady';
  if (passes.length >= roundsMax(plan)) return 'budget';
  return plan.limit_s > 0 && elapsedMs >= plan.limit_s * 1_000 ? 'limit' : null;
}

/** Round after round into the same file, each with its flush, until the plan's end or as much is written as was agreed to. */
export const sustained: Workload<'sustained'> = {
  plans: sustainedPlan,
  schema: SustainedPlan,
  files: sustainedFiles,
  async measure(session, plan, publish) {
    const fileFill = await fill(session);
    const passes: Pass[] = [];
    let write: Side | undefined;
    const publishAs = (end: SustainedResult['ended']) =>
      publish({
        ...sustainedPlan.emptyResult(plan, session.layout),
        fill: fileFill,
        ended: end,
        elapsed_us: encodeSeries(passes.map((pass) => microseconds(pass.elapsed_ns))),
        total_us: encodeSeries(passes.map((pass) => microseconds(pass.total_ns))),
        ...(write && { write }),
      });
    publishAs('stopped');
    const startedMs = session.host.clock.nowMs();
    try {
      for (let end: SustainedResult['ended'] | null = null; !end;) {
        const round = passes.length;
        const pass = await runPass(session, {
          job: { index: round, row: 0, direction: 'write' },
          row: { pattern: 'sequential', block_bytes: FILL_BLOCK_BYTES, queues: plan.queues, threads: 1 },
          loops: roundsMax(plan),
          pass: { kind: 'throughput', loop: round + 1, timing: 'each', flush: 'end', limitS: 0 },
          step: roundsStep(plan),
          adjust: shareOfRound(session, plan, round),
          // A drive that was left alone has recovered, and not more is written than was agreed to.
          mayRepeat: false,
        });
        passes.push(pass);
        if (pass.write) write = addSides(write, pass.write);
        end = endOf(plan, passes, session.host.clock.nowMs() - startedMs);
        publishAs(end ?? 'stopped');
      }
      session.progress.forecast.countWork(passes.length * plan.round_bytes);
    } catch (error) {
      if (!(error instanceof Stopped)) publishAs('failed');
      throw error;
    }
  },
};
