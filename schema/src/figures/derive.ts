import {
  bucketValueNs,
  decodeHistogram,
  hasEvidence,
  mergeCounts,
  percentileBucket,
  totalCount,
} from '../documents/histogram.ts';
import type { Fill, JobResult, Pass, PassKind, Side } from '../documents/pass.ts';
import type { Direction } from '../documents/checks.ts';
import { decodeSeries, median, spread } from '../documents/stats.ts';
import { KIB } from '../documents/units.ts';

/** Which of a job's figures: reads and mixes have `throughput`; writes have three. */
export type JobFigure = 'throughput' | 'write_flush' | 'buffered' | 'flush_each';

/** A figure over all counted loops. Rates are per second. */
export interface Summary {
  readonly values: readonly number[];
  readonly median: number;
  readonly min: number;
  readonly max: number;
  readonly spread: number;
}

export interface Latency {
  readonly ops: number;
  /** What grades and checks judge by; shown only where `hasEvidence`. */
  readonly p50_ns: number;
  /** `null`, as of the other high percentiles, where fewer than ten calls lie beyond it. */
  readonly p95_ns: number | null;
  readonly p99_ns: number | null;
  readonly p999_ns: number | null;
  readonly min_ns: number;
  readonly max_ns: number;
  readonly mean_ns: number;
}

export function headlineFigure(direction: Direction): JobFigure {
  return direction === 'write' ? 'write_flush' : 'throughput';
}

function sides(pass: Pass): Side[] {
  return [pass.read, pass.write].filter((side) => side !== undefined);
}

export function passBytes(pass: Pass): number {
  return sides(pass).reduce((sum, side) => sum + side.bytes, 0);
}

export function passOps(pass: Pass): number {
  return sides(pass).reduce((sum, side) => sum + side.ops, 0);
}

/** The passes a figure is made of, without the warm-up. */
export function passesOf(job: JobResult, figure: JobFigure): Pass[] {
  const kind = figure === 'flush_each' ? 'flush_each' : 'throughput';
  return job.passes.filter((pass) => pass.kind === kind && pass.loop > 0 && passOps(pass) > 0);
}

/** Up to here a write is one of those that databases and documents make. */
const SMALL_BLOCK_BYTES = 64 * KIB;

/** What a job is shown by first: of small blocks the writes that were flushed one by one, where that was measured. */
export function leadingFigure(job: JobResult): JobFigure {
  const isSmallWrite = job.direction === 'write' && job.row.block_bytes <= SMALL_BLOCK_BYTES;
  return isSmallWrite && passesOf(job, 'flush_each').length > 0 ? 'flush_each' : headlineFigure(job.direction);
}

function windowNs(pass: Pass, figure: JobFigure): number {
  return figure === 'buffered' ? pass.elapsed_ns : pass.total_ns;
}

function summarise(values: readonly number[]): Summary | null {
  if (values.length === 0) return null;
  return { values, median: median(values), min: Math.min(...values), max: Math.max(...values), spread: spread(values) };
}

/** Bytes per second, per loop and over all; `null` where no pass was finished. */
export function bytesPerSecond(job: JobResult, figure: JobFigure = headlineFigure(job.direction)): Summary | null {
  return summarise(passesOf(job, figure).map((pass) => (passBytes(pass) * 1e9) / windowNs(pass, figure)));
}

/** Operations per second, per loop and over all. */
export function iops(job: JobResult, figure: JobFigure = headlineFigure(job.direction)): Summary | null {
  return summarise(passesOf(job, figure).map((pass) => (passOps(pass) * 1e9) / windowNs(pass, figure)));
}

/**
 * What a call took on average in the passes that a rate is of: the median of the loops, as the rate is, and with its share of
 * the closing flush where the rate has that in it. Times that, the mean of other passes may be more calls in flight than there
 * were workers. `null` where no pass was finished.
 */
export function meanCallNs(job: JobResult, figure: JobFigure = headlineFigure(job.direction)): number | null {
  /** All workers wait for the flush. */
  const flushNs = ({ total_ns, elapsed_ns, workers }: Pass) =>
    figure === 'write_flush' ? (total_ns - elapsed_ns) * workers : 0;
  const busyNs = (pass: Pass) => sides(pass).reduce((sum, side) => sum + side.busy_ns, flushNs(pass));
  // A rate over two loops is the mean of both, so that the time that goes with it is their harmonic one.
  const callsPerNs = passesOf(job, figure).map((pass) => passOps(pass) / Math.max(busyNs(pass), 1));
  return callsPerNs.length > 0 ? 1 / median(callsPerNs) : null;
}

/** The passes whose calls were timed one by one: the separate latency pass where there is one. */
export function latencyPasses(job: JobResult, figure: JobFigure = headlineFigure(job.direction)): Pass[] {
  if (figure === 'flush_each') return passesOf(job, figure);
  const timed = job.passes.filter((pass) => pass.kind !== 'flush_each' && pass.loop > 0 && pass.timing === 'each');
  const separate = timed.filter((pass) => pass.kind === 'latency');
  return separate.length > 0 ? separate : timed;
}

/** All calls of one direction in those passes, merged by adding counts. */
export function latencyCounts(passes: readonly Pass[], side: 'read' | 'write'): number[] {
  return mergeCounts(
    passes.map((pass) => decodeHistogram(pass[side]?.histogram ?? '')).filter((counts) => counts !== null),
  );
}

export function latency(passes: readonly Pass[], side: 'read' | 'write'): Latency | null {
  const counts = latencyCounts(passes, side);
  const ops = totalCount(counts);
  if (ops === 0) return null;
  const own = passes.map((pass) => pass[side]).filter((s) => s !== undefined && s.histogram !== '') as Side[];
  const min_ns = Math.min(...own.map((s) => s.min_ns));
  const max_ns = Math.max(...own.map((s) => s.max_ns));
  // A bucket's middle may lie outside what was seen; what was seen is exact.
  const at = (fraction: number) =>
    Math.min(max_ns, Math.max(min_ns, bucketValueNs(percentileBucket(counts, fraction))));
  const shownAt = (fraction: number) => (hasEvidence(fraction, ops) ? at(fraction) : null);
  return {
    ops,
    p50_ns: at(0.5),
    p95_ns: shownAt(0.95),
    p99_ns: shownAt(0.99),
    p999_ns: shownAt(0.999),
    min_ns,
    max_ns,
    mean_ns: own.reduce((sum, s) => sum + s.busy_ns, 0) / own.reduce((sum, s) => sum + s.ops, 0),
  };
}

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

/** How fast a file was filled, its flush included: without one it is memory's rate. */
export function fillBytesPerSecond({ bytes, elapsed_ns, flush_ns }: Fill): number | null {
  return elapsed_ns > 0 ? (bytes * 1e9) / (elapsed_ns + flush_ns) : null;
}
