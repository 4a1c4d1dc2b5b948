import { bytesPerSecond, iops, passBytes } from './derive.ts';
import { SPREAD_LIMIT, trendOf } from './loops.ts';
import type { Floor, JobResult, MatrixResult, Side } from './result.ts';
import type { RunRecord } from './run-record.ts';
import { KIB, MIB } from './units.ts';

/**
 * What makes a result doubtful, as data: what was seen, how much it weighs, its likely cause, what to do next, and the
 * numbers it rests on. The page has the words for each key.
 */
export const FLAGS = {
  memory_backed: { severity: 'serious', cause: 'files_kept_in_memory', next: 'leave_private_window' },
  short_write: { severity: 'serious', cause: 'no_space_left', next: 'free_space' },
  flush_does_nothing: { severity: 'warning', cause: 'flush_not_passed_on', next: 'distrust_writes' },
  not_isolated: { severity: 'warning', cause: 'headers_missing', next: 'serve_isolated' },
  coarse_clock: { severity: 'warning', cause: 'clock_blurred', next: 'allow_precise_clock' },
  hidden_during_pass: { severity: 'warning', cause: 'page_hidden', next: 'keep_page_visible' },
  dropped_samples: { severity: 'warning', cause: 'call_beyond_range', next: 'look_for_stalls' },
  loops_rise: { severity: 'warning', cause: 'cache_filled_by_first_loop', next: 'read_cold' },
  loops_fall: { severity: 'warning', cause: 'drive_cache_used_up_or_hot', next: 'measure_sustained' },
  spread_over_10: { severity: 'warning', cause: 'machine_busy', next: 'close_others_and_repeat' },
  reduced_queue_depth: { severity: 'info', cause: 'fewer_workers_than_asked', next: 'compare_same_depth' },
  per_worker_layout: { severity: 'info', cause: 'no_shared_handles', next: 'compare_same_layout' },
} as const;

export type FlagCode = keyof typeof FLAGS;
export type FlagSeverity = (typeof FLAGS)[FlagCode]['severity'];
export type FlagCause = (typeof FLAGS)[FlagCode]['cause'];
export type FlagNext = (typeof FLAGS)[FlagCode]['next'];

export interface Flag {
  readonly code: FlagCode;
  readonly severity: FlagSeverity;
  readonly cause: FlagCause;
  readonly next: FlagNext;
  /** Index in the result's jobs; `null` where it concerns the run. */
  readonly job: number | null;
  /** Names carry their unit. */
  readonly evidence: Readonly<Record<string, number>>;
}

function flag(code: FlagCode, evidence: Flag['evidence'], job: number | null = null): Flag {
  return { code, ...FLAGS[code], job, evidence };
}

/** Isolated pages get 5 us in Chromium and 20 us elsewhere; what is coarser was made so. */
const FINE_CLOCK_NS = 21e3;
/** A hot small read takes 1 to 50 us in every browser that keeps its files on a drive. */
const SLOW_HOT_READ_NS = 60e3;
const SMALL_BLOCK_BYTES = 64 * KIB;
/** No drive makes written data durable at this rate. */
const FASTEST_FLUSH_BYTES_PER_S = 100e9;
/** More than this may have been written back in the meantime, less says too little. */
const FLUSH_WITNESS = { least: 16 * MIB, most: 256 * MIB } as const;

function meanNs(side: Side): number {
  return side.ops > 0 ? side.busy_ns / side.ops : 0;
}

/** The hot read least disturbed by size and by other workers. */
function smallestFloor(floors: readonly Floor[]): Floor | undefined {
  return floors
    .filter((floor) => floor.block_bytes <= SMALL_BLOCK_BYTES && floor.hot_read.ops > 0)
    .toSorted((a, b) => a.workers - b.workers || a.block_bytes - b.block_bytes)[0];
}

interface Flush {
  readonly bytes: number;
  readonly flush_ns: number;
}

/** All flushes that had much to do. */
function flushesOf(result: MatrixResult): Flush[] {
  const closing = result.jobs.flatMap((job) =>
    job.direction === 'write'
      ? job.passes
          .filter((pass) => pass.kind === 'throughput')
          .map((pass) => ({ bytes: passBytes(pass), flush_ns: pass.flush_ns }))
      : [],
  );
  return [...(result.fill ? [result.fill] : []), ...closing].filter((flush) => flush.bytes >= FLUSH_WITNESS.least);
}

/** `callNs`: what a call costs that does nothing; a page asks another process twice for a flush at the most. */
function flushIsFree({ bytes, flush_ns }: Flush, callNs: number): boolean {
  return flush_ns < (Math.min(bytes, FLUSH_WITNESS.most) / FASTEST_FLUSH_BYTES_PER_S) * 1e9 + 2 * callNs;
}

/** By physics, not by asking what window this is: see the two limits above. */
function flushFlags(result: MatrixResult): Flag[] {
  const flushes = flushesOf(result);
  const floor = smallestFloor(result.floors);
  if (flushes.length === 0 || !flushes.every((flush) => flushIsFree(flush, floor?.get_size_ns ?? 0))) return [];
  const longest_flush_ns = Math.max(...flushes.map((flush) => flush.flush_ns));
  const hot_read_ns = floor ? meanNs(floor.hot_read) : 0;
  return hot_read_ns >= SLOW_HOT_READ_NS
    ? [flag('memory_backed', { hot_read_ns, longest_flush_ns })]
    : [flag('flush_does_nothing', { longest_flush_ns })];
}

function spreadFlags(job: JobResult, index: number): Flag[] {
  const speed = bytesPerSecond(job);
  if (!speed || speed.spread <= SPREAD_LIMIT) return [];
  const trend = trendOf(speed.values);
  const code = trend === 'rising' ? 'loops_rise' : trend === 'falling' ? 'loops_fall' : 'spread_over_10';
  const evidence = {
    spread_percent: 100 * speed.spread,
    first_bytes_per_s: speed.values[0] ?? 0,
    median_bytes_per_s: speed.median,
    median_iops: iops(job)?.median ?? 0,
  };
  return [flag(code, evidence, index)];
}

function jobFlags(job: JobResult, index: number): Flag[] {
  const sides = job.passes.flatMap((pass) => [pass.read ?? [], pass.write ?? []].flat());
  const total = (pick: (side: Side) => number) => sides.reduce((sum, side) => sum + pick(side), 0);
  const short_writes = job.passes.reduce((sum, pass) => sum + (pass.write?.short_ops ?? 0), 0);
  const dropped = total((side) => side.dropped);
  const wanted = job.row.queues * job.row.threads;
  return [
    ...(short_writes > 0 || job.failure?.code === 'short_write' ? [flag('short_write', { short_writes }, index)] : []),
    ...(dropped > 0 ? [flag('dropped_samples', { dropped, calls: total((side) => side.ops) }, index)] : []),
    ...spreadFlags(job, index),
    ...(job.workers < wanted ? [flag('reduced_queue_depth', { wanted, workers: job.workers }, index)] : []),
  ];
}

/** In the order of `FLAGS` among those that concern the run, then job by job. */
export function flagsOf({ environment, result }: RunRecord): Flag[] {
  const { clock_step_ns, visibility_changes } = environment;
  const split = environment.layout === 'per-worker' && result.jobs.some((job) => job.workers > 1);
  return [
    ...flushFlags(result),
    ...(environment.cross_origin_isolated ? [] : [flag('not_isolated', {})]),
    ...(clock_step_ns > FINE_CLOCK_NS ? [flag('coarse_clock', { clock_step_ns })] : []),
    ...(visibility_changes > 0 ? [flag('hidden_during_pass', { visibility_changes })] : []),
    ...(split ? [flag('per_worker_layout', { workers: Math.max(...result.jobs.map((job) => job.workers)) })] : []),
    ...result.jobs.flatMap(jobFlags),
  ];
}
