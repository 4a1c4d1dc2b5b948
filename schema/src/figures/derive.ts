import {
  addHistogram,
  bucketValueNs,
  emptyCounts,
  hasEvidence,
  percentileBucket,
  totalCount,
} from '../documents/histogram.ts';
import type { Fill, JobResult, Pass, PassKind, Side } from '../documents/pass.ts';
import type { Direction } from '../documents/checks.ts';
import { median, spread } from '../documents/stats.ts';
import { KIB } from '../documents/units.ts';
import { fasterHalf, intervalOf, type MeasuredValue } from './loops.ts';
import { type CalmLoop, type CalmLoops, type Stalls, wholeLoops, withoutStalls } from './stalls.ts';

/** Which of a job's figures: reads and mixes have `throughput`; writes have three. */
export type JobFigure = 'throughput' | 'write_flush' | 'buffered' | 'flush_each';

/** A figure over all counted loops. Rates are per second. */
export interface Summary {
  /** Loop by loop, without the calls that stalled. */
  readonly values: readonly number[];
  /** The numbers of these loops. */
  readonly loops: readonly number[];
  readonly stalls: Stalls | null;
  /** How many of these loops `median` and `interval` are of. */
  readonly counted: number;
  readonly median: number;
  readonly min: number;
  readonly max: number;
  readonly spread: number;
  /** From the start of one call to that of the next, of all workers. */
  readonly callNs: number;
  readonly interval: MeasuredValue;
}

export interface Latency {
  readonly ops: number;
  /** The median that grades and checks judge by; shown only where `hasEvidence`. */
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

/** The passes that a figure is of. */
export const passKindOf = (figure: JobFigure): PassKind => (figure === 'flush_each' ? 'flush_each' : 'throughput');

function sides(pass: Pass): Side[] {
  return [pass.read, pass.write].filter((side) => side !== undefined);
}

export function passBytes(pass: Pass): number {
  return (pass.read?.bytes ?? 0) + (pass.write?.bytes ?? 0);
}

export function passOps(pass: Pass): number {
  return (pass.read?.ops ?? 0) + (pass.write?.ops ?? 0);
}

/** The passes a figure is made of, without the warm-up. */
export function passesOf(job: JobResult, figure: JobFigure): Pass[] {
  return job.passes.filter((pass) => pass.kind === passKindOf(figure) && pass.loop > 0 && passOps(pass) > 0);
}

/** Up to here a write is one of those that databases and documents make. */
const SMALL_BLOCK_BYTES = 64 * KIB;

/** The figure that a job is shown by first: of small blocks the writes that were flushed one by one, where that was measured. */
export function leadingFigure(job: JobResult): JobFigure {
  const isSmallWrite = job.direction === 'write' && job.row.block_bytes <= SMALL_BLOCK_BYTES;
  return isSmallWrite && passesOf(job, 'flush_each').length > 0 ? 'flush_each' : headlineFigure(job.direction);
}

function windowNs(pass: Pass, figure: JobFigure): number {
  return figure === 'buffered' ? pass.elapsed_ns : pass.total_ns;
}

/**
 * Whether a call waits for nothing but itself, so that one which stalled can be left out: reads in order find what the system
 * has read ahead, and writes wait for the one flush at the end.
 */
function isCallByCall({ row, direction }: JobResult, figure: JobFigure): boolean {
  return figure === 'flush_each' || (direction === 'read' && row.pattern === 'random');
}

/** What was derived from some passes before, by its name. */
const knownOfPasses = new WeakMap<Pass, Map<string, { readonly passes: readonly Pass[]; readonly derived: unknown }>>();

const areSame = (some: readonly Pass[], others: readonly Pass[]) =>
  some.length === others.length && some.every((pass, i) => pass === others[i]);

/**
 * Every figure, flag, verdict and board asks for the same numbers. Passes are never changed; more of them come while a run goes
 * on.
 *
 * @param name of what is derived: all that it depends on besides the passes
 */
function deriveOnce<Derived>(passes: readonly Pass[], name: string, derive: () => Derived): Derived {
  const [first] = passes;
  if (!first) return derive();
  const byName = knownOfPasses.get(first) ?? new Map<string, { passes: readonly Pass[]; derived: unknown }>();
  const known = byName.get(name);
  if (known && areSame(known.passes, passes)) return known.derived as Derived;
  const derived = derive();
  knownOfPasses.set(first, byName.set(name, { passes, derived }));
  return derived;
}

function calmLoopsOf(job: JobResult, figure: JobFigure): CalmLoops {
  const passes = passesOf(job, figure);
  return isCallByCall(job, figure) ? deriveOnce(passes, 'calm', () => withoutStalls(passes)) : wholeLoops(passes);
}

/** A job whose passes are of several runs: see `combineRuns`. No document has it. */
export type CombinedJob = JobResult & { readonly runs?: number };

/**
 * The loops that a figure is the median of. A flush waits for what other programs have written as well, which only slows it: of
 * writes that are flushed one by one the faster half of the loops counts.
 */
export function countedOf(values: readonly number[], figure: JobFigure): readonly number[] {
  return figure === 'flush_each' ? fasterHalf(values) : values;
}

const AMOUNTS = { bytes: passBytes, ops: passOps } as const;

/** A rate of a job over its counted loops, of all that a pass moved in its window. */
function rateOf(job: CombinedJob, figure: JobFigure, amount: keyof typeof AMOUNTS): Summary | null {
  const name = `${amount} ${figure} ${isCallByCall(job, figure)} ${job.runs}`;
  return deriveOnce(passesOf(job, figure), name, () => deriveRate(job, figure, AMOUNTS[amount]));
}

function deriveRate(job: CombinedJob, figure: JobFigure, amountOf: (pass: Pass) => number): Summary | null {
  const { loops, stalls } = calmLoopsOf(job, figure);
  if (loops.length === 0) return null;
  const calmNs = ({ pass, timeShare }: CalmLoop) => windowNs(pass, figure) * timeShare;
  const values = loops.map((loop) => (amountOf(loop.pass) * loop.callShare * 1e9) / calmNs(loop));
  const callNs = median(loops.map((loop) => calmNs(loop) / (passOps(loop.pass) * loop.callShare)));
  const [min, max] = [Math.min(...values), Math.max(...values)];
  const counted = countedOf(values, figure);
  return {
    ...{ values, min, max, callNs, stalls },
    loops: loops.map(({ pass }) => pass.loop),
    spread: spread(values),
    counted: counted.length,
    median: median(counted),
    interval: intervalOf(counted, callNs, job.runs),
  };
}

/** Bytes per second, per loop and over all; `null` where no pass was finished. */
export function bytesPerSecond(job: JobResult, figure: JobFigure = headlineFigure(job.direction)): Summary | null {
  return rateOf(job, figure, 'bytes');
}

/** Operations per second, per loop and over all. */
export function iops(job: JobResult, figure: JobFigure = headlineFigure(job.direction)): Summary | null {
  return rateOf(job, figure, 'ops');
}

/**
 * The mean time of a call in the passes that a rate is of: the median of the loops, as the rate is, and with its share of
 * the closing flush where the rate has that in it. Times that, the mean of other passes may be more calls in flight than there
 * were workers. `null` where no pass was finished.
 */
export function meanCallNs(job: JobResult, figure: JobFigure = headlineFigure(job.direction)): number | null {
  /** All workers wait for the flush. */
  const flushNs = ({ total_ns, elapsed_ns, workers }: Pass) =>
    figure === 'write_flush' ? (total_ns - elapsed_ns) * workers : 0;
  const busyNs = (pass: Pass) => sides(pass).reduce((sum, side) => sum + side.busy_ns, flushNs(pass));
  // A rate over two loops is the mean of both, so that the time that goes with it is their harmonic one.
  const callsPerNs = calmLoopsOf(job, figure).loops.map(
    ({ pass, callShare, timeShare }) => (passOps(pass) * callShare) / Math.max(busyNs(pass) * timeShare, 1),
  );
  return callsPerNs.length > 0 ? 1 / median(countedOf(callsPerNs, figure)) : null;
}

/** The passes whose calls were timed one by one: the separate latency pass where there is one. */
export function latencyPasses(job: JobResult, figure: JobFigure = headlineFigure(job.direction)): Pass[] {
  if (figure === 'flush_each') return passesOf(job, figure);
  const timedPasses = job.passes.filter(
    (pass) => pass.kind !== 'flush_each' && pass.loop > 0 && pass.timing === 'each',
  );
  const separatePasses = timedPasses.filter((pass) => pass.kind === 'latency');
  return separatePasses.length > 0 ? separatePasses : timedPasses;
}

/** All calls of one direction in those passes, merged by adding counts. */
export function latencyCounts(passes: readonly Pass[], side: 'read' | 'write'): number[] {
  const counts = emptyCounts();
  for (const pass of passes) addHistogram(pass[side]?.histogram ?? '', counts);
  return counts;
}

export function latency(passes: readonly Pass[], side: 'read' | 'write'): Latency | null {
  return deriveOnce(passes, side, () => deriveLatency(passes, side));
}

function deriveLatency(passes: readonly Pass[], side: 'read' | 'write'): Latency | null {
  const counts = latencyCounts(passes, side);
  const ops = totalCount(counts);
  if (ops === 0) return null;
  const timedSides = passes.map((pass) => pass[side]).filter((s) => s !== undefined && s.histogram !== '') as Side[];
  const min_ns = Math.min(...timedSides.map((s) => s.min_ns));
  const max_ns = Math.max(...timedSides.map((s) => s.max_ns));
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
    mean_ns: timedSides.reduce((sum, s) => sum + s.busy_ns, 0) / timedSides.reduce((sum, s) => sum + s.ops, 0),
  };
}

/** How fast a file was filled, its flush included: without one it is memory's rate. */
export function fillBytesPerSecond({ bytes, elapsed_ns, flush_ns }: Fill): number | null {
  return elapsed_ns > 0 ? (bytes * 1e9) / (elapsed_ns + flush_ns) : null;
}
