import {
  FILL_BLOCK_BYTES,
  MAX_WORKERS,
  sum,
  type Direction,
  type Fill,
  type Pass,
  type Pause,
  type Row,
} from '@opfsmark/schema/documents';
import {
  fileSizes,
  fillStep,
  FLOOR_LIMIT_S,
  HOT_BYTES,
  shareOf,
  sharesOfPass,
  visitsOfShare,
  workersOfRow,
  type PassSpec,
  type Step,
} from '@opfsmark/schema/schedule';
import type { RunningJob } from '../api.ts';
import { hasFiles } from '../protocol/files.ts';
import type { Content, FillRequest, FloorRequest, PassRequest, VerifyRequest } from '../protocol/messages.ts';
import { CallFailed, failureOf } from './errors.ts';
import { attachFiles, fillersOf, type FileSet } from './handles.ts';
import type { Host } from './host.ts';
import { commonWindowNs, mergePass } from './merge.ts';
import { placeOf } from './progress.ts';
import type { Session } from './session.ts';
import type { Still } from './stillness.ts';

/** The requests to the workers: the index in a list is the worker's. */

const BIN_NS = 100e6;
const DEFAULT_READ_PERCENT = 50;
/** How many a sampled verification compares, over all workers. */
export const SAMPLED_SECTORS = 1024;
/** Room for the passes of a job between the seeds of two jobs. */
const SEEDS_PER_JOB = 64;

/** A pass, and what of it follows from the family that asks for it. */
interface PassWork {
  readonly row: Row;
  readonly direction: Direction;
  readonly pass: PassSpec;
  /** Number of the job: no two passes of a run visit blocks in the same order. */
  readonly job: number;
  /** The generation of the content that is written, or was written last. */
  readonly generation: number;
  /** Share of reads in a mix; 50 without it. */
  readonly mixReadPercent?: number;
  /** `again`: starts over, in a new order, when all blocks were visited before the limit. Default: `once`. */
  readonly visits?: PassRequest['visits'];
  /** Visits one block in so many; 1 without it. */
  readonly visitEvery?: number;
}

interface VerifyWork {
  readonly row: Row;
  /** Every generation up to this one is accepted. */
  readonly generation: number;
  /** How many sectors, over all workers. */
  readonly sectors: number | 'all';
}

function forWorkers<T>(count: number, make: (worker: number) => T): T[] {
  return Array.from({ length: count }, (_, worker) => make(worker));
}

/** No two files have the same content. */
function contentOf({ files, layout, part = 0 }: FileSet, worker: number, generation: number): Content {
  const fileId = part * MAX_WORKERS + (layout === 'shared' ? 0 : worker);
  return { data: files.data, seed: files.seed, fileId, generation };
}

function fillRequests(set: FileSet): FillRequest[] {
  const sizes = fileSizes(set.files, set.layout).slice(0, fillersOf(set));
  return sizes.map((bytes, worker) => ({
    share: { blockBytes: FILL_BLOCK_BYTES, blockCount: bytes / FILL_BLOCK_BYTES, first: 0, stride: 1 },
    content: contentOf(set, worker, 0),
  }));
}

export function floorRequests({ files, layout }: FileSet, blockBytes: number, workers: number): FloorRequest[] {
  const bytesPerFile = files.bytes / (layout === 'shared' ? 1 : workers);
  const blocks = Math.max(1, Math.floor(Math.min(HOT_BYTES, bytesPerFile) / blockBytes));
  return forWorkers(workers, () => ({ blockBytes, blocks, limitNs: FLOOR_LIMIT_S * 1e9 }));
}

/**
 * The order of a pass follows from the plan's seed, the job's number, the loop and the kind: no two passes of a run visit
 * blocks in the same order, or a pass would find in memory just what the pass before it has read. All workers have the
 * same order, of which each takes every `stride`-th step.
 */
function orderSeedOf(seed: number, job: number, pass: PassSpec): number {
  const offset = 2 * pass.loop + (pass.kind === 'throughput' ? 0 : 1);
  return (seed + SEEDS_PER_JOB * job + offset) % 2 ** 32;
}

function readPercentOf({ direction, mixReadPercent = DEFAULT_READ_PERCENT }: PassWork): number {
  return { read: 100, write: 0, mix: mixReadPercent }[direction];
}

/** Without a limit, visits that begin again would never end; files of their own leave workers nothing to share. */
function visitsOf({ layout }: FileSet, { visits = 'once', pass }: PassWork): PassRequest['visits'] {
  const isPossible = visits === 'again' ? pass.limitS > 0 : layout === 'shared';
  return isPossible ? visits : 'once';
}

function passRequests(set: FileSet, work: PassWork): PassRequest[] {
  const { row, pass, job, visitEvery } = work;
  const { files, layout } = set;
  const visits = visitsOf(set, work);
  const bounds = { row, layout, maxBytes: pass.maxBytes, visitEvery, isClaimed: visits === 'claimed' };
  return sharesOfPass(files, bounds).map((share, worker) => ({
    operation: work.direction,
    readPercent: readPercentOf(work),
    pattern: row.pattern,
    timing: pass.timing,
    flush: pass.flush,
    share: { blockBytes: row.block_bytes, ...share },
    content: contentOf(set, worker, work.generation),
    orderSeed: orderSeedOf(files.seed, job, pass),
    limitNs: Math.round(pass.limitS * 1e9),
    visits,
    binNs: BIN_NS,
  }));
}

function verifyRequests(set: FileSet, { row, generation, sectors }: VerifyWork): VerifyRequest[] {
  const workers = workersOfRow(set.files, row);
  return forWorkers(workers, (worker) => ({
    share: { blockBytes: row.block_bytes, ...shareOf(set.files, row, set.layout, worker) },
    content: contentOf(set, worker, generation),
    sectors: sectors === 'all' ? 0 : Math.ceil(sectors / workers),
  }));
}

/** So often something is measured again. */
const MAX_REPEATS = 2;

interface RepeatOptions<T> {
  /** The pause in the record. */
  readonly of?: Pick<Pause, 'row' | 'direction'>;
  /** Whether it can be measured again after this outcome; default: always. */
  readonly mayRepeat?: (value: T) => boolean;
}

/** A measurement of that time counts nowhere. */
export function stoodStill(): CallFailed {
  return new CallFailed(failureOf('stood_still', 'computer or browser stood still in a part that cannot be repeated'));
}

/** Measures again what computer or page stood still in; fails where that cannot be done. */
export async function repeatWhereStill<T>(
  session: Session,
  measure: () => Promise<T>,
  { of, mayRepeat = () => true }: RepeatOptions<T> = {},
): Promise<T> {
  for (let repeats = 0; ; repeats++) {
    const beganMs = session.host.clock.nowMs();
    const sinceMs = session.tickMs();
    const value = await measure();
    const stills = await session.stoodSince(sinceMs);
    if (stills.length === 0) return value;
    const isRepeated = repeats < MAX_REPEATS && mayRepeat(value);
    session.keepPauses(stills, isRepeated ? 'repeated' : 'left_out', of);
    if (!isRepeated) throw stoodStill();
    session.lostMs += session.host.clock.nowMs() - beganMs;
  }
}

interface PassOptions extends Pick<PassWork, 'row' | 'pass' | 'mixReadPercent' | 'visits' | 'visitEvery'> {
  readonly job: RunningJob;
  readonly loops: number;
  /** Without one, its time belongs to the step before. */
  readonly step?: Step;
  /** Default: the session's own files. */
  readonly set?: FileSet;
  /** Its blocks were never read before, and are read only once: what was read is not read again. */
  readonly isReadOnce?: boolean;
  /** Whether it can be measured again where computer or page stood still; default: yes. */
  readonly mayRepeat?: boolean;
  /** Changes what a worker is asked. */
  readonly adjust?: (request: PassRequest, worker: number) => PassRequest;
}

/**
 * One timed window, begun by all its workers together. A pass that writes raises the generation of the content. One in
 * which computer or page stood still is measured again; where it cannot be, it fails.
 */
export async function runPass(session: Session, options: PassOptions): Promise<Pass> {
  const { row, job, mayRepeat = true, isReadOnce = false } = options;
  /** How far each worker's visits have come: those blocks are in memory by now. */
  const visitCounts: number[] = [];
  const { pass } = await repeatWhereStill(session, () => measureOnce(session, options, visitCounts), {
    of: { row, direction: job.direction },
    mayRepeat({ requests, replies }) {
      if (!mayRepeat || !isReadOnce) return mayRepeat;
      const reads = replies.map(({ read }) => read?.ops ?? 0);
      requests.forEach(({ visits }, worker) => {
        visitCounts[worker] = (visitCounts[worker] ?? 0) + (visits === 'claimed' ? sum(reads) : (reads[worker] ?? 0));
      });
      // As much must be left as was read in vain.
      return requests.every(({ share }, worker) => visitsOfShare(share) >= 2 * (visitCounts[worker] ?? 0));
    },
  });
  return pass;
}

/** Returns what tells, later, how much of the processors this process has used since; `null` where that is not known. */
export function watchProcessors({
  clock,
  processors,
}: Pick<Host, 'processors'> & { readonly clock: Pick<Host['clock'], 'nowMs'> }): () => number | null {
  const [beganMs, usedMs] = [clock.nowMs(), processors?.usedMs() ?? 0];
  return () => {
    const lastedMs = clock.nowMs() - beganMs;
    if (!processors || lastedMs <= 0) return null;
    const share = (processors.usedMs() - usedMs) / (processors.count * lastedMs);
    // Neither clock knows of the other.
    return Math.min(1, Number(share.toFixed(3)));
  };
}

async function measureOnce(session: Session, options: PassOptions, visitCounts: readonly number[]) {
  const { job, loops, pass: head, step, set = session.fileSet, adjust } = options;
  const { pool } = session;
  session.enter({ phase: 'measuring', job, passKind: head.kind, loop: head.loop, loops }, step);
  if (job.direction !== 'read') session.generation++;
  const work = { ...options, job: job.index, direction: job.direction, generation: session.generation };
  const plannedRequests = passRequests(set, work);
  const requests = adjust ? plannedRequests.map(adjust) : plannedRequests;
  const shareUsed = watchProcessors(session.host);
  const replies = await pool.together(
    'pass',
    requests.map((request, worker) => withoutVisited(request, visitCounts[worker] ?? 0)),
  );
  const share = shareUsed();
  const pass: Pass = { ...mergePass(head, replies), ...(share !== null && { processor_share: share }) };
  session.progress.addWritten(pool.control, pass.write?.bytes ?? 0);
  if (pass.write) session.unflushedBytes = head.flush === 'none' ? session.unflushedBytes + pass.write.bytes : 0;
  // A pass that was cut off is no window of the plan: it counts nowhere.
  session.throwIfStopped();
  return { pass, requests, replies };
}

function withoutVisited({ share, ...request }: PassRequest, visitCount: number): PassRequest {
  return { ...request, share: { ...share, first: share.first + visitCount * share.stride } };
}

interface VerifyOptions {
  readonly job: RunningJob;
  readonly row: Row;
  readonly sectors: number | 'all';
  readonly loops: number;
  readonly step?: Step;
  readonly set?: FileSet;
}

/** Compares what is on file with what was written there; how many sectors were compared. */
export async function verifyRow(session: Session, options: VerifyOptions): Promise<number> {
  const { job, row, sectors, loops, step, set = session.fileSet } = options;
  // A worker of this engine has one memory for all sets: what was written last is there, and nothing of the others.
  if (session.engine === 'memory' && set.part !== undefined) return 0;
  session.enter({ phase: 'verifying', job, passKind: null, loop: 0, loops }, step);
  const requests = verifyRequests(set, { row, sectors, generation: session.generation });
  const replies = await session.pool.together('verify', requests);
  session.throwIfStopped();
  return replies.reduce((sum, reply) => sum + reply.sectors, 0);
}

/** How much of a time computer or page stood still. */
function stoodNs(stills: readonly Still[], fromMs: number, toMs: number): number {
  const overlapsMs = stills.map((still) => Math.min(toMs, still.toMs) - Math.max(fromMs, still.fromMs));
  return sum(overlapsMs.map((ms) => Math.max(0, Math.round(ms * 1e6))));
}

/** Writes a set of files that is open, for the first time. */
export async function fillFiles(session: Session, set: FileSet, step: Step): Promise<Fill> {
  const { pool } = session;
  session.enter(placeOf('filling'), step);
  const sinceMs = session.tickMs();
  const replies = await pool.together('fill', fillRequests(set));
  const stills = await session.stoodSince(sinceMs);
  // It cannot be written for the first time again: what is known to be no writing is taken off.
  session.keepPauses(stills, 'between');
  const correctedReplies = replies.map((reply) => {
    const endMs = reply.beganMs + reply.elapsedNs / 1e6;
    return {
      ...reply,
      elapsedNs: reply.elapsedNs - stoodNs(stills, reply.beganMs, endMs),
      flushNs: reply.flushNs - stoodNs(stills, endMs, endMs + reply.flushNs / 1e6),
    };
  });
  const result: Fill = {
    bytes: sum(replies.map(({ bytes }) => bytes)),
    elapsed_ns: commonWindowNs(correctedReplies.map(({ beganMs, elapsedNs }) => ({ beganMs, lastedNs: elapsedNs }))),
    flush_ns: Math.max(...correctedReplies.map((reply) => reply.flushNs)),
  };
  session.progress.addWritten(pool.control, result.bytes);
  session.throwIfStopped();
  return result;
}

/** Writes the session's own files, and opens them in all workers. */
export async function fill(session: Session, step = fillStep(session.files, session.layout)): Promise<Fill> {
  const result = await fillFiles(session, session.fileSet, step);
  const isShared = session.layout === 'shared' && hasFiles(session.engine);
  if (isShared) await attachFiles(session.pool, session.fileSet, 'filled');
  return result;
}
