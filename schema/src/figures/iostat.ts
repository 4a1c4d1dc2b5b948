import type { JobResult, Pass, PassKind, Side } from '../documents/pass.ts';
import { decodeSeries, median } from '../documents/stats.ts';
import { leadingFigure, type JobFigure } from './derive.ts';

/** The columns of `iostat -x`, over one span of time. */
export interface IostatRow {
  /** Begin of the span since the pass began, and its length. */
  readonly start_s: number;
  readonly length_s: number;
  readonly r_per_s: number;
  readonly w_per_s: number;
  readonly r_mb_per_s: number;
  readonly w_mb_per_s: number;
  /** Average request size. */
  readonly areq_bytes: number;
  /** Mean latency of the calls that ended in the span; 0 where none did. */
  readonly r_await_us: number;
  readonly w_await_us: number;
  /** Mean number of calls in flight, by Little's law: time inside calls / time. */
  readonly aqu_sz: number;
  /**
   * Share of time with a call in flight. Exact for one worker. Calls of several overlap, and by how much is not
   * recorded: then this is the most it can have been.
   */
  readonly util_percent: number;
}

interface Flow {
  readonly ops: number;
  readonly bytes: number;
  readonly busyUs: number;
}

const NONE: Flow = { ops: 0, bytes: 0, busyUs: 0 };

function rowOf(startNs: number, lengthNs: number, read: Flow, write: Flow): IostatRow {
  const seconds = lengthNs / 1e9;
  const ops = read.ops + write.ops;
  const queue = (read.busyUs + write.busyUs) / (lengthNs / 1e3);
  const mean = (sum: number, count: number) => (count > 0 ? sum / count : 0);
  return {
    start_s: startNs / 1e9,
    length_s: seconds,
    r_per_s: read.ops / seconds,
    w_per_s: write.ops / seconds,
    r_mb_per_s: read.bytes / 1e6 / seconds,
    w_mb_per_s: write.bytes / 1e6 / seconds,
    areq_bytes: mean(read.bytes + write.bytes, ops),
    r_await_us: mean(read.busyUs, read.ops),
    w_await_us: mean(write.busyUs, write.ops),
    aqu_sz: queue,
    util_percent: Math.min(100, 100 * queue),
  };
}

function flowsOf(side: Side | undefined): Flow[] {
  if (!side) return [];
  const bytesPerOp = side.ops > 0 ? side.bytes / side.ops : 0;
  const busyUs = decodeSeries(side.series.busy_us);
  return decodeSeries(side.series.ops).map((ops, bin) => ({ ops, bytes: ops * bytesPerOp, busyUs: busyUs[bin] ?? 0 }));
}

function wholeOf(side: Side | undefined): Flow {
  return side ? { ops: side.ops, bytes: side.bytes, busyUs: side.busy_ns / 1e3 } : NONE;
}

/** A pass as a whole, until its last call returned: a closing flush is not a request. */
export function iostatOf(pass: Pass): IostatRow | null {
  return pass.elapsed_ns > 0 ? rowOf(0, pass.elapsed_ns, wholeOf(pass.read), wholeOf(pass.write)) : null;
}

/** A pass bin by bin; the last is as short as what is left of the pass. */
export function iostatBins(pass: Pass): IostatRow[] {
  const read = flowsOf(pass.read);
  const write = flowsOf(pass.write);
  return Array.from({ length: Math.max(read.length, write.length) }, (_, bin) => bin * pass.bin_ns)
    .filter((startNs) => startNs < pass.elapsed_ns)
    .map((startNs, bin) =>
      rowOf(startNs, Math.min(pass.bin_ns, pass.elapsed_ns - startNs), read[bin] ?? NONE, write[bin] ?? NONE),
    );
}

/** Under this share of the workers a queue depth is not what its name says. */
const MIN_DEPTH_SHARE = 0.9;

/** Mean number of calls in flight, by Little's law: time inside calls / time until the last returned. */
export function depthOf(pass: Pass): number | null {
  return iostatOf(pass)?.aqu_sz ?? null;
}

/** The depth that the counted passes of one kind reached: the median of the loops. */
export function reachedDepth(job: JobResult, kind: PassKind = 'throughput'): number | null {
  const own = job.passes.filter((pass) => pass.kind === kind && pass.loop > 0);
  const depths = own.map(depthOf).filter((depth) => depth !== null);
  return depths.length > 0 ? median(depths) : null;
}

/** The depth that the passes of a figure reached: writes that are flushed each time reach another than the others. */
function depthOfFigure(job: JobResult, figure: JobFigure): number | null {
  return reachedDepth(job, figure === 'flush_each' ? 'flush_each' : 'throughput');
}

/** That of the figure by which a job is shown first. */
export function leadingDepth(job: JobResult): number | null {
  return depthOfFigure(job, leadingFigure(job));
}

/** Whether a depth falls short of what the job's workers make of its name. One worker always has one call in flight. */
export function fallsShort(depth: number, { workers }: Pick<JobResult, 'workers'>): boolean {
  return workers > 1 && depth < MIN_DEPTH_SHARE * workers;
}

/** The depth that the passes of a figure reached, where it falls short; `null` where its name says what it was. */
export function depthShort(job: JobResult, figure: JobFigure): number | null {
  const reached = depthOfFigure(job, figure);
  return reached !== null && fallsShort(reached, job) ? reached : null;
}
