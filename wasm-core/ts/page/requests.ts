import { FILL_BLOCK_BYTES, MAX_WORKERS, type Layout, type Row } from '@opfsmark/schema/documents';
import { rowOf, visitEvery, type FilePart, type MatrixPlan } from '@opfsmark/schema/families';
import {
  blocksOfRow,
  FLOOR_LIMIT_S,
  HOT_BYTES,
  workersOfRow,
  fileSizes,
  type JobHead,
  type PassHead,
} from '@opfsmark/schema/schedule';
import type { Content, FillRequest, FloorRequest, PassRequest, Share, VerifyRequest } from '../protocol/messages.ts';

/** What each worker is asked, from the plan alone: the index in the list is the worker's. */

/** More do not fill a file faster, and fewer leave it in fewer pieces. */
const MAX_FILL_WORKERS = 4;
const BIN_NS = 100e6;
/** Of a sampled verification, over all workers. */
const SAMPLED_SECTORS = 1024;
/** Room for the passes of a job between the seeds of two jobs. */
const SEEDS_A_JOB = 64;

function forWorkers<T>(count: number, make: (worker: number) => T): T[] {
  return Array.from({ length: count }, (_, worker) => make(worker));
}

/** No two files have the same content. */
function contentOf(
  plan: MatrixPlan,
  layout: Layout,
  worker: number,
  generation: number,
  part: FilePart | null = null,
): Content {
  const fileId = (part ? part.index * MAX_WORKERS : 0) + (layout === 'shared' ? 0 : worker);
  return { data: plan.data, seed: plan.seed, fileId, generation };
}

/** One file: workers take turns, block by block. Own files: each its own from the beginning. */
function shareOf(plan: MatrixPlan, row: Row, layout: Layout, worker: number): Share {
  const turns = layout === 'shared' ? { first: worker, stride: workersOfRow(plan, row) } : { first: 0, stride: 1 };
  return { blockBytes: row.block_bytes, blockCount: blocksOfRow(plan, row, layout), ...turns };
}

export function fillRequests(plan: MatrixPlan, layout: Layout, part: FilePart | null = null): FillRequest[] {
  const sizes = fileSizes(plan, layout, part ? [part.row] : plan.rows);
  if (layout === 'per-worker') {
    return sizes.map((bytes, worker) => ({
      share: { blockBytes: FILL_BLOCK_BYTES, blockCount: bytes / FILL_BLOCK_BYTES, first: 0, stride: 1 },
      content: contentOf(plan, layout, worker, 0, part),
    }));
  }
  const [bytes = 0] = sizes;
  const stride = Math.min(MAX_FILL_WORKERS, workersNeeded(plan, part));
  return forWorkers(stride, (first) => ({
    share: { blockBytes: FILL_BLOCK_BYTES, blockCount: bytes / FILL_BLOCK_BYTES, first, stride },
    content: contentOf(plan, layout, first, 0, part),
  }));
}

/** How many handles are opened before the run, or on one part of its file. */
export function workersNeeded(plan: MatrixPlan, part: FilePart | null = null): number {
  return Math.max(...(part ? [part.row] : plan.rows).map((row) => workersOfRow(plan, row)));
}

export function floorRequests(plan: MatrixPlan, layout: Layout, blockBytes: number, workers: number): FloorRequest[] {
  const inFile = plan.file_bytes / (layout === 'shared' ? 1 : workers);
  const blocks = Math.max(1, Math.floor(Math.min(HOT_BYTES, inFile) / blockBytes));
  return forWorkers(workers, () => ({ blockBytes, blocks, limitNs: FLOOR_LIMIT_S * 1e9 }));
}

/**
 * The order of a pass follows from the plan's seed, the job's index, the loop and the kind: no two passes of a run visit
 * blocks in the same order, or a pass would find in memory just what the pass before it has read. All workers have the
 * same order, of which each takes every `stride`-th step.
 */
function orderSeedOf(plan: MatrixPlan, job: number, pass: PassHead): number {
  const within = 2 * pass.loop + (pass.kind === 'throughput' ? 0 : 1);
  return (plan.seed + SEEDS_A_JOB * job + within) % 2 ** 32;
}

/** A pass of job number `job` that writes, if it does, `generation`. */
export function passRequests(
  plan: MatrixPlan,
  layout: Layout,
  job: number,
  head: JobHead,
  pass: PassHead,
  generation: number,
  part: FilePart | null = null,
): PassRequest[] {
  const row = rowOf(plan, head);
  const visited = (share: Share): Share => ({ ...share, stride: share.stride * visitEvery(plan, row) });
  return forWorkers(workersOfRow(plan, row), (worker) => ({
    operation: head.direction,
    readPercent: head.direction === 'mix' ? plan.mix_read_percent : head.direction === 'read' ? 100 : 0,
    pattern: row.pattern,
    timing: pass.timing,
    flush: pass.flush,
    share: visited(shareOf(plan, row, layout, worker)),
    content: contentOf(plan, layout, worker, generation, part),
    orderSeed: orderSeedOf(plan, job, pass),
    limitNs: pass.limitS * 1e9,
    // Without a limit it would never end.
    revisit: plan.revisit && pass.limitS > 0,
    binNs: BIN_NS,
  }));
}

/** Accepts every generation up to `generation`. */
export function verifyRequests(
  plan: MatrixPlan,
  layout: Layout,
  head: JobHead,
  generation: number,
  part: FilePart | null = null,
): VerifyRequest[] {
  const row = rowOf(plan, head);
  const workers = workersOfRow(plan, row);
  return forWorkers(workers, (worker) => ({
    share: shareOf(plan, row, layout, worker),
    content: contentOf(plan, layout, worker, generation, part),
    sectors: plan.verify === 'all' ? 0 : Math.ceil(SAMPLED_SECTORS / (part ? plan.loops : 1) / workers),
  }));
}
