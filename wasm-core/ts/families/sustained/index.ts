import {
  decodeHistogram,
  encodeHistogram,
  encodeSeries,
  FILL_BLOCK_BYTES,
  mergeCounts,
  type Pass,
  type Side,
} from '@opfsmark/schema/documents';
import {
  roundsMax,
  roundsStep,
  steadyFrom,
  STEADY_ROUNDS,
  sustainedFiles,
  type SustainedPlan,
  type SustainedResult,
} from '@opfsmark/schema/families';
import { Stopped } from '../../page/errors.ts';
import { fill } from '../../page/fill.ts';
import { runPass } from '../../page/run-pass.ts';
import type { Session } from '../../page/session.ts';
import type { PassRequest } from '../../protocol/messages.ts';
import type { Workload } from '../../page/workload.ts';

/** Rounds have a chart of their own, so the course within each is not kept. */
function addSides(a: Side | undefined, b: Side): Side {
  const counts = [a?.histogram ?? '', b.histogram].map((text) => decodeHistogram(text) ?? []);
  return {
    ops: (a?.ops ?? 0) + b.ops,
    bytes: (a?.bytes ?? 0) + b.bytes,
    short_ops: (a?.short_ops ?? 0) + b.short_ops,
    dropped: (a?.dropped ?? 0) + b.dropped,
    busy_ns: (a?.busy_ns ?? 0) + b.busy_ns,
    min_ns: Math.min(a?.min_ns ?? b.min_ns, b.min_ns),
    max_ns: Math.max(a?.max_ns ?? 0, b.max_ns),
    histogram: encodeHistogram(mergeCounts(counts)),
    series: { ops: '', busy_us: '', max_us: '' },
  };
}

/** The round's part of the file: rounds go through it from front to back and begin again. */
function shareOfRound(session: Session, plan: SustainedPlan, round: number) {
  const blocks = plan.round_bytes / FILL_BLOCK_BYTES;
  const start = (round * blocks) % (plan.file_bytes / FILL_BLOCK_BYTES);
  return ({ share, ...request }: PassRequest, worker: number): PassRequest => {
    if (session.layout === 'shared') {
      return { ...request, share: { ...share, first: start + worker, blockCount: start + blocks } };
    }
    const own = { first: start / plan.queues, count: blocks / plan.queues };
    return { ...request, share: { ...share, first: own.first, blockCount: own.first + own.count } };
  };
}

function endOf(plan: SustainedPlan, passes: readonly Pass[], elapsedMs: number): SustainedResult['ended'] | null {
  const last = passes.slice(-STEADY_ROUNDS).map((pass) => plan.round_bytes / pass.total_ns);
  if (plan.until === 'steady' && steadyFrom(last) === 0) return 'steady';
  if (passes.length >= roundsMax(plan)) return 'budget';
  return plan.limit_s > 0 && elapsedMs >= plan.limit_s * 1_000 ? 'limit' : null;
}

/** At least one: a round without a duration has no rate. */
const microseconds = (ns: number) => Math.max(1, ns / 1_000);

/** Round after round into the same file, each with its flush, until steady or as much is written as was agreed to. */
export const sustained: Workload<'sustained'> = {
  files: sustainedFiles,
  empty: (plan, layout) => ({
    family: 'sustained',
    layout,
    workers: plan.queues,
    ended: 'stopped',
    elapsed_us: '',
    total_us: '',
  }),
  async measure(session, plan, publish) {
    const filled = await fill(session);
    const passes: Pass[] = [];
    let write: Side | undefined;
    const publishAs = (ended: SustainedResult['ended']) =>
      publish({
        ...sustained.empty(plan, session.layout),
        fill: filled,
        ended,
        elapsed_us: encodeSeries(passes.map((pass) => microseconds(pass.elapsed_ns))),
        total_us: encodeSeries(passes.map((pass) => microseconds(pass.total_ns))),
        ...(write && { write }),
      });
    publishAs('stopped');
    const startedMs = session.host.clock.nowMs();
    try {
      for (let ended: SustainedResult['ended'] | null = null; !ended;) {
        const round = passes.length;
        const pass = await runPass(session, {
          job: { index: round, row: 0, direction: 'write' },
          row: { pattern: 'sequential', block_bytes: FILL_BLOCK_BYTES, queues: plan.queues, threads: 1 },
          loops: roundsMax(plan),
          pass: { kind: 'throughput', loop: round + 1, timing: 'each', flush: 'end', limitS: 0 },
          step: roundsStep(plan),
          adjust: shareOfRound(session, plan, round),
        });
        passes.push(pass);
        if (pass.write) write = addSides(write, pass.write);
        ended = endOf(plan, passes, session.host.clock.nowMs() - startedMs);
        publishAs(ended ?? 'stopped');
      }
    } catch (error) {
      if (!(error instanceof Stopped)) publishAs('failed');
      throw error;
    }
  },
};
