import { FILL_BLOCK_BYTES, MAX_WORKERS, type Direction, type Row } from '@opfsmark/schema/documents';
import {
  blocksOfRow,
  fileSizes,
  FLOOR_LIMIT_S,
  HOT_BYTES,
  workersOfFiles,
  workersOfRow,
  type PassHead,
} from '@opfsmark/schema/schedule';
import type { Content, FillRequest, FloorRequest, PassRequest, Share, VerifyRequest } from '../protocol/messages.ts';
import type { FileSet } from './file-set.ts';

/** What each worker is asked: the index in a list is the worker's. */

/** More do not fill a file faster, and fewer leave it in fewer pieces. */
const MAX_FILL_WORKERS = 4;
const BIN_NS = 100e6;
const DEFAULT_READ_PERCENT = 50;
/** Of a sampled verification, over all workers. */
export const SAMPLED_SECTORS = 1024;
/** Room for the passes of a job between the seeds of two jobs. */
const SEEDS_PER_JOB = 64;

/** A pass, and what of it follows from the family that asks for it. */
export interface PassWork {
  readonly row: Row;
  readonly direction: Direction;
  readonly pass: PassHead;
  /** Number of the job: no two passes of a run visit blocks in the same order. */
  readonly job: number;
  /** Of the content that is written, or was written last. */
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

/** One file: workers take turns, block by block. Own files: each its own from the beginning. */
function shareOf({ files, layout }: FileSet, row: Row, worker: number): Share {
  const turns = layout === 'shared' ? { first: worker, stride: workersOfRow(files, row) } : { first: 0, stride: 1 };
  return { blockBytes: row.block_bytes, blockCount: blocksOfRow(files, row, layout), ...turns };
}

export function fillRequests(set: FileSet): FillRequest[] {
  const { files, layout } = set;
  const sizes = fileSizes(files, layout);
  const requestOf = (bytes: number, worker: number, turns: Pick<Share, 'first' | 'stride'>): FillRequest => ({
    share: { blockBytes: FILL_BLOCK_BYTES, blockCount: bytes / FILL_BLOCK_BYTES, ...turns },
    content: contentOf(set, worker, 0),
  });
  if (layout === 'per-worker') return sizes.map((bytes, worker) => requestOf(bytes, worker, { first: 0, stride: 1 }));
  const [bytes = 0] = sizes;
  const stride = Math.min(MAX_FILL_WORKERS, workersOfFiles(files));
  return forWorkers(stride, (first) => requestOf(bytes, first, { first, stride }));
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
function orderSeedOf(seed: number, job: number, pass: PassHead): number {
  const within = 2 * pass.loop + (pass.kind === 'throughput' ? 0 : 1);
  return (seed + SEEDS_PER_JOB * job + within) % 2 ** 32;
}

function readPercentOf({ direction, mixReadPercent = DEFAULT_READ_PERCENT }: PassWork): number {
  return { read: 100, write: 0, mix: mixReadPercent }[direction];
}

/** What a pass may visit at most: in order the beginning of the file, at random blocks from all over it. */
function boundedShare(share: Share, { layout }: FileSet, { row, pass }: PassWork, workers: number): Share {
  const { blockBytes, blockCount, stride } = share;
  if (pass.maxBytes === undefined) return share;
  const files = layout === 'shared' ? 1 : workers;
  const blocks = Math.max(1, Math.floor(pass.maxBytes / files / blockBytes));
  if (row.pattern === 'sequential') return { ...share, blockCount: Math.min(blockCount, blocks) };
  return { ...share, stride: stride * Math.ceil(blockCount / blocks) };
}

/** Without a limit, visits that begin again would never end; files of their own leave workers nothing to share. */
function visitsOf({ layout }: FileSet, { visits = 'once', pass }: PassWork): PassRequest['visits'] {
  const isPossible = visits === 'again' ? pass.limitS > 0 : layout === 'shared';
  return isPossible ? visits : 'once';
}

export function passRequests(set: FileSet, work: PassWork): PassRequest[] {
  const { row, pass, job, visitEvery = 1 } = work;
  const visits = visitsOf(set, work);
  const workers = workersOfRow(set.files, row);
  return forWorkers(workers, (worker) => {
    const share = boundedShare(shareOf(set, row, worker), set, work, workers);
    return {
      operation: work.direction,
      readPercent: readPercentOf(work),
      pattern: row.pattern,
      timing: pass.timing,
      flush: pass.flush,
      share:
        visits === 'claimed'
          ? { ...share, first: 0, stride: visitEvery }
          : { ...share, stride: share.stride * visitEvery },
      content: contentOf(set, worker, work.generation),
      orderSeed: orderSeedOf(set.files.seed, job, pass),
      limitNs: Math.round(pass.limitS * 1e9),
      visits,
      binNs: BIN_NS,
    };
  });
}

export function verifyRequests(set: FileSet, { row, generation, sectors }: VerifyWork): VerifyRequest[] {
  const workers = workersOfRow(set.files, row);
  return forWorkers(workers, (worker) => ({
    share: shareOf(set, row, worker),
    content: contentOf(set, worker, generation),
    sectors: sectors === 'all' ? 0 : Math.ceil(sectors / workers),
  }));
}
