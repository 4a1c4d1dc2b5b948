import type { Environment } from '../../documents/environment.ts';
import type { Floor, JobResult } from '../../documents/pass.ts';
import { rowSlug } from '../../documents/row-name.ts';
import { bytesPerSecond, iops, type JobFigure, latency, latencyPasses, type Summary } from '../../figures/derive.ts';
import { mostCallsPerS } from '../../figures/depth.ts';
import { type Origin, originOf } from '../../figures/figure.ts';
import { driveReadOf } from '../../figures/row-reads.ts';
import { cacheVerdict, type CacheVerdict, floorOf, unknownVerdict } from '../../figures/verdict.ts';
import { type DriveFigure, driveFigureOf } from './drive-figure.ts';
import { suspicionOf } from './flushes.ts';
import { MIN_SLOW_SAMPLES } from './forget.ts';
import { hasParts } from './jobs.ts';
import type { MatrixRecord, MatrixResult } from './schema.ts';

const DIRECT: CacheVerdict = { verdict: 'drive', share_from_memory: 0, low: 0, high: 0, why: 'direct', cut_ns: null };
/** Reads and writes alike. */
const KEPT_IN_MEMORY: CacheVerdict = {
  verdict: 'memory',
  share_from_memory: 1,
  low: 1,
  high: 1,
  why: 'kept_in_memory',
  cut_ns: null,
};

/** As much of a record as verdicts are made of: a run under way has that too. */
interface JudgedRun {
  readonly environment: Pick<Environment, 'engine' | 'clock_step_ns'>;
  readonly result: MatrixResult;
}

interface KnownVerdict {
  readonly floors: readonly Floor[];
  readonly clockStepNs: number;
  readonly driveNs: number | null;
  readonly verdict: CacheVerdict | null;
}

/**
 * Every figure, flag and board asks for the same verdicts, each of which takes a millisecond. A job is never changed; the
 * floors that it is held against come one by one while a run goes on.
 */
const verdictsOfCalls = new WeakMap<JobResult, KnownVerdict>();

function verdictOfCalls(record: JudgedRun, job: JobResult): CacheVerdict | null {
  const { floors } = record.result;
  const { clock_step_ns: clockStepNs } = record.environment;
  const driveNs = driveCallNs(record, job);
  const entry = verdictsOfCalls.get(job);
  if (entry?.floors === floors && entry.clockStepNs === clockStepNs && entry.driveNs === driveNs) return entry.verdict;
  const verdict = cacheVerdict(job, floors, clockStepNs, driveNs);
  verdictsOfCalls.set(job, { floors, clockStepNs, driveNs, verdict });
  return verdict;
}

/** The median call of the drive, by the row's drive read; `null` where memory answered that, or there is none. */
function driveCallNs(record: JudgedRun, { row, reads }: JobResult): number | null {
  if (reads === 'drive') return null;
  const slug = rowSlug(row);
  const driveRead = record.result.jobs.find((other) => other.reads === 'drive' && rowSlug(other.row) === slug);
  if (!driveRead || verdictOfCalls(record, driveRead)?.verdict !== 'drive') return null;
  return latency(latencyPasses(driveRead), 'read')?.p50_ns ?? null;
}

/** A pass that comes nearer than this to the rate of memory is not taken for the drive's, whatever was forgotten. */
const MAX_SHARE_OF_MEMORY_RATE = 0.7;

function isSlowerThanMemory({ result }: JudgedRun, job: JobResult): boolean {
  const hotRead = floorOf(result.floors, job)?.hot_read;
  const speed = bytesPerSecond(job);
  if (!hotRead || !speed || hotRead.busy_ns === 0) return false;
  return speed.max <= (MAX_SHARE_OF_MEMORY_RATE * job.workers * hotRead.bytes * 1e9) / hotRead.busy_ns;
}

/**
 * Whether what is read in order is known to be the drive's by what was forgotten: the system had forgotten the part of the
 * file that was written last, and the reads in random order of the parts beside it all waited for the drive.
 */
function isForgotten(record: JudgedRun, job: JobResult): boolean {
  const { forget, jobs } = record.result;
  if (job.reads !== 'drive' || job.row.pattern !== 'sequential' || forget?.ended !== 'forgotten') return false;
  const randomJobs = jobs.filter(
    (other) => other.reads === 'drive' && other.row.pattern === 'random' && other.status === 'done',
  );
  const areDrive = randomJobs.every((other) => verdictOfCalls(record, other)?.verdict === 'drive');
  return randomJobs.length > 0 && areDrive && isSlowerThanMemory(record, job);
}

/**
 * The largest share of a row's reads at random that memory answered, though the system was seen to forget the file beside
 * theirs: another program had read theirs, or none of it was forgotten. 0 where there is no such row.
 */
export function keptShare(record: JudgedRun): number {
  const { forget, jobs } = record.result;
  if (forget?.ended !== 'forgotten') return 0;
  const shares = jobs.map((job) => {
    const verdict = job.reads === 'drive' && job.row.pattern === 'random' ? verdictOfCalls(record, job) : null;
    return verdict?.verdict === 'drive' ? 0 : (verdict?.share_from_memory ?? 0);
  });
  return Math.max(0, ...shares);
}

/** Whether forgetting gave up while hardly a sample was slow: then late calls on memory look like a drive's. */
function isNotForgotten({ result: { forget } }: JudgedRun, { reads }: JobResult): boolean {
  if (reads !== 'drive' || !forget || forget.ended === 'forgotten') return false;
  return forget.slow_samples < MIN_SLOW_SAMPLES;
}

/**
 * `cacheVerdict` of a job in its record. Direct reads have no page cache to come from; files of a private window are kept in
 * memory, however long a call takes, and so is what is written to them. Where flushes do nothing, no rate with writes in it is the drive's; and where the system reads ahead, calls that did not wait say nothing of the bytes.
 */
export function verdictInRecord(record: JudgedRun, job: JobResult): CacheVerdict | null {
  if (record.environment.engine === 'node-direct') return job.direction === 'write' ? null : DIRECT;
  const suspicion = suspicionOf(record);
  if (suspicion?.code === 'memory_backed') return KEPT_IN_MEMORY;
  if (suspicion && job.direction !== 'read') return unknownVerdict('unflushed');
  if (job.direction === 'write') return null;
  const verdict = verdictOfCalls(record, job);
  if (verdict === null) return null;
  if (verdict.verdict === 'drive' && isNotForgotten(record, job)) return unknownVerdict('not_forgotten');
  return verdict.verdict !== 'drive' && isForgotten(record, job)
    ? { ...verdict, verdict: 'drive', why: 'forgotten' }
    : verdict;
}

/**
 * The origin of a figure of a job. A mix reads too: where its reads were answered from memory, its rate was in
 * part. A write has a source only where the whole file is kept in memory, flushes do nothing, or the figure ends before one.
 */
export function originInRecord(record: JudgedRun, job: JobResult, figure?: JobFigure): Origin | null {
  const verdict = verdictInRecord(record, job);
  if (verdict === null) return job.direction !== 'write' ? 'unknown' : figure === 'buffered' ? 'buffered' : null;
  const isMixed = job.direction === 'mix' && verdict.verdict === 'memory' && verdict.why !== 'kept_in_memory';
  return isMixed ? 'mixed' : originOf(verdict);
}

/**
 * The read of each row that may speak for the drive, in the order of the jobs. Where the plan reads parts of files from the drive,
 * no other read stands in for one that a run did not come to.
 */
export function driveReads({ plan, result }: MatrixRecord): JobResult[] {
  const reads = result.jobs.filter((job) => job.direction === 'read' && !(hasParts(plan) && job.reads === 'memory'));
  const rows = new Set(reads.map(({ row }) => rowSlug(row)));
  return [...rows].flatMap((slug) => driveReadOf(reads.filter(({ row }) => rowSlug(row) === slug)) ?? []);
}

/** The same calls answered by memory, in the order that the drive was asked in: what this computer makes of them at most. */
function fromMemory({ result }: JudgedRun, { row, reads }: JobResult): JobResult | null {
  const isSame = (other: JobResult) =>
    other.reads === 'memory' && other.status === 'done' && rowSlug(other.row) === rowSlug(row);
  return (reads === 'drive' ? result.jobs.find(isSame) : null) ?? null;
}

/** A rate of a read of the drive: its interval reaches no further than what memory gave. */
export function driveRate(
  record: JudgedRun,
  job: JobResult,
  rateOf: (of: JobResult) => Summary | null,
): Summary | null {
  const rate = rateOf(job);
  const memory = fromMemory(record, job);
  const memoryRate = memory && rateOf(memory);
  if (!rate || !memoryRate || memoryRate.max >= rate.interval.high) return rate;
  const { interval } = rate;
  return { ...rate, interval: { ...interval, high: Math.max(memoryRate.max, interval.value) } };
}

/** A drive that answers so much of what memory does in the same calls waits for the computer more than the other way round. */
const MIN_SHARE_OF_MEMORY = 0.8;

/** The most calls per second that this computer makes in a row of the drive where it was the limit, else `null`. */
export function mostCallsInRecord(record: JudgedRun, job: JobResult): number | null {
  const most = mostCallsPerS(job, record.environment.engine);
  const isOfDrive = job.reads === 'drive' && driveFigureOf(job, verdictInRecord(record, job)).kind === 'whole';
  const memory = most === null && isOfDrive ? fromMemory(record, job) : null;
  const [rate, memoryRate] = [iops(job), memory && iops(memory)];
  if (!rate || !memoryRate) return most;
  return rate.median >= MIN_SHARE_OF_MEMORY * memoryRate.median ? Math.max(rate.median, memoryRate.median) : null;
}

/** The one answer to what may be shown of a read job as the drive's, for every page, picture, export and board. */
export function driveFigure(record: MatrixRecord, job: JobResult): DriveFigure {
  const verdict = job.direction === 'read' ? verdictInRecord(record, job) : null;
  const ownFigure = driveFigureOf(job, verdict);
  const speed = ownFigure.kind === 'whole' ? driveRate(record, job, bytesPerSecond) : null;
  const figure: DriveFigure = ownFigure.kind === 'whole' && speed ? { ...ownFigure, speed } : ownFigure;
  if (figure.kind === 'none' || job.reads !== 'memory' || driveReads(record).includes(job)) return figure;
  return { kind: 'none', verdict, reason: 'memory' };
}
