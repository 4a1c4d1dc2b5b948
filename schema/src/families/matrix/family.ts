import type { BoardLayout } from '../../documents/lists.ts';
import type { Forget, MatrixRecord } from './schema.ts';
import type { MatrixPlan } from './plan-schema.ts';
import { changedParameters } from './profiles.ts';
import type { JobResult, Side } from '../../documents/pass.ts';
import { bytesPerSecond, iops, leadingFigure, passesOf } from '../../figures/derive.ts';
import { depthShort } from '../../figures/depth.ts';
import { SPREAD_LIMIT, trendOf } from '../../figures/loops.ts';
import { loopVerdict, timedLoops } from '../../figures/verdict.ts';
import { flag, type Flag, type FlagCode } from '../flags.ts';
import { hotBytes, planAsRun } from './budget.ts';
import { matrixFigureSpec } from './figures.ts';
import { suspicionOf } from './flushes.ts';
import { matrixPlan } from './plan.ts';
import { keptShare, mostCallsInRecord } from './verdict.ts';

/** Parameters that may be changed without making the numbers another thing. */
const FREE_PARAMETERS = new Set<keyof MatrixPlan>([
  'rows',
  'directions',
  'loops',
  'interval_s',
  'verify',
  'until_stable',
]);

function matrixLayout({ plan, environment }: MatrixRecord): BoardLayout | null {
  const isFree = (key: keyof MatrixPlan) => FREE_PARAMETERS.has(key) || (key === 'cache' && plan.cache === 'as-is');
  if (!changedParameters(plan).every(isFree)) return null;
  if (environment.engine === 'node' || environment.engine === 'node-direct') return environment.engine;
  return environment.engine === 'opfs-sync' ? environment.layout : null;
}

function suspicionFlags(record: MatrixRecord): Flag[] {
  const suspicion = suspicionOf(record);
  return suspicion ? [flag(suspicion.code, suspicion.evidence)] : [];
}

/** Whether later loops may have read what the first one left in memory: it was not there before, and was in the end. */
function mayHaveFilledCache(job: JobResult, { environment, result }: MatrixRecord): boolean {
  if (job.direction !== 'read' || environment.engine === 'node-direct') return false;
  const loops = timedLoops(job);
  const verdictOf = (loop: number) => loopVerdict(job, loop, result.floors, environment.clock_step_ns).verdict;
  const [firstLoop = 0, lastLoop = firstLoop] = [loops[0], loops.at(-1)];
  return loops.length === 0 || (verdictOf(firstLoop) !== 'memory' && verdictOf(lastLoop) !== 'drive');
}

/** Of the figure by which a job is shown. A cause is named only where it can be: writes fill no cache that is read, and reads use up none. */
function spreadFlags(job: JobResult, index: number, record: MatrixRecord): Flag[] {
  const figure = leadingFigure(job);
  const speed = bytesPerSecond(job, figure);
  if (!speed || speed.spread <= SPREAD_LIMIT) return [];
  // Without the first loop there is nothing to say of what it did.
  const trend = speed.loops[0] === passesOf(job, figure)[0]?.loop ? trendOf(speed.values) : null;
  const isRising = trend === 'rising' && mayHaveFilledCache(job, record);
  const isFalling = trend === 'falling' && job.direction === 'write';
  const code = isRising ? 'loops_rise' : isFalling ? 'loops_fall' : 'spread_over_10';
  const evidence = {
    spread_percent: 100 * speed.spread,
    first_bytes_per_s: speed.values[0] ?? 0,
    median_bytes_per_s: speed.median,
    median_iops: iops(job, figure)?.median ?? 0,
  };
  return [flag(code, evidence, index)];
}

/** Stalls that took less of the time than this are the tail that any drive has. */
const MIN_STALLED_SHARE = 0.1;

/** The calls that the figures of a job are without. */
function stalledFlags(job: JobResult, index: number): Flag[] {
  const stalls = bytesPerSecond(job, leadingFigure(job))?.stalls;
  if (!stalls || stalls.time_share < MIN_STALLED_SHARE) return [];
  const { calls: stalled, of: calls, min_ns: stalled_ns, time_share } = stalls;
  return [flag('calls_stalled', { stalled, calls, stalled_ns, stalled_percent: 100 * time_share }, index)];
}

/** The depth that the figure by which a job is shown reached, where its name promises more. */
function depthFlags(job: JobResult, index: number): Flag[] {
  const reached = depthShort(job, leadingFigure(job));
  return reached === null ? [] : [flag('queue_depth_not_reached', { workers: job.workers, reached }, index)];
}

/** Blocks that were written again before the closing flush reached the drive once. */
function overwrittenFlags(job: JobResult, index: number, fileBytes: number): Flag[] {
  const headlines = job.passes.filter(({ kind }) => kind === 'throughput');
  const written_bytes = Math.max(0, ...headlines.map(({ write }) => write?.bytes ?? 0));
  if (job.direction !== 'write' || written_bytes <= fileBytes) return [];
  return [flag('overwritten_in_cache', { written_bytes, file_bytes: fileBytes }, index)];
}

function jobFlags(job: JobResult, index: number, record: MatrixRecord): Flag[] {
  const sides = job.passes.flatMap((pass) => [pass.read ?? [], pass.write ?? []].flat());
  const total = (pick: (side: Side) => number) => sides.reduce((sum, side) => sum + pick(side), 0);
  const short_writes = job.passes.reduce((sum, pass) => sum + (pass.write?.short_ops ?? 0), 0);
  const droppedCount = total((side) => side.dropped);
  const wantedWorkers = job.row.queues * job.row.threads;
  return [
    ...(short_writes > 0 || job.failure?.code === 'short_write' ? [flag('short_write', { short_writes }, index)] : []),
    ...(droppedCount > 0
      ? [flag('dropped_samples', { dropped: droppedCount, calls: total((side) => side.ops) }, index)]
      : []),
    ...stalledFlags(job, index),
    ...spreadFlags(job, index, record),
    ...overwrittenFlags(job, index, hotBytes(planAsRun(record))),
    ...depthFlags(job, index),
    ...(job.workers < wantedWorkers
      ? [flag('reduced_queue_depth', { wanted: wantedWorkers, workers: job.workers }, index)]
      : []),
  ];
}

const CODES: Readonly<Record<Exclude<Forget['ended'], 'forgotten'>, FlagCode>> = {
  limit_bytes: 'forget_limited',
  limit_time: 'forget_out_of_time',
  no_space: 'forget_no_space',
  holes_cost: 'forget_refused',
  not_supported: 'forget_refused',
};

/** That test files may still have been in memory, or were. */
function forgetFlags(record: MatrixRecord): Flag[] {
  const { forget } = record.result;
  if (!forget) return [];
  const { ended, bytes_read, elapsed_ns, slow_samples, samples } = forget;
  const evidence = { bytes_read, elapsed_ns, slow_samples, samples };
  if (ended !== 'forgotten') return [flag(CODES[ended], evidence)];
  const share = keptShare(record);
  return share > 0 ? [flag('forget_partial', { ...evidence, kept_percent: 100 * share })] : [];
}

/** Doubts about a run of the grid, beyond those of its environment. */
function matrixFlags(record: MatrixRecord): Flag[] {
  const { environment, result } = record;
  const isSplit = environment.layout === 'per-worker' && result.jobs.some((job) => job.workers > 1);
  return [
    // Direct writes have left nothing for a flush to do.
    ...(environment.engine === 'node-direct' ? [] : suspicionFlags(record)),
    ...forgetFlags(record),
    ...(isSplit ? [flag('per_worker_layout', { workers: Math.max(...result.jobs.map((job) => job.workers)) })] : []),
    ...result.jobs.flatMap((job, index) => jobFlags(job, index, record)),
    ...result.jobs.flatMap((job, index) => {
      const most_calls_per_s = mostCallsInRecord(record, job);
      return most_calls_per_s === null ? [] : flag('processors_used_up', { most_calls_per_s }, index);
    }),
  ];
}

/** The default family, for a page that loads no other. */
export const matrixFamily = { ...matrixPlan, ...matrixFigureSpec, flags: matrixFlags, boardLayout: matrixLayout };
