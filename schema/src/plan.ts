import * as z from 'zod/mini';
import { MAX_WORKERS } from './limits.ts';
import { GIB, KIB, MIB } from './units.ts';

export { MAX_WORKERS };

/** Raised whenever numbers of one version may not be compared with those of the version before. */
export const SUITE_VERSION = 1;
/** The file is always filled in blocks of this size, because the fill changes later results up to 4x. */
export const FILL_BLOCK_BYTES = MIB;
/** Every sector of the file begins with a header by which it can be verified. */
export const SECTOR_BYTES = 4 * KIB;

/** `until_stable` adds loops up to this many. */
export const MAX_STABLE_LOOPS = 10;

export const BOUNDS = {
  file_bytes: { min: 16 * MIB, max: 64 * GIB },
  block_bytes: { min: 512, max: 16 * MIB },
  queues: { min: 1, max: 64 },
  threads: { min: 1, max: 64 },
  loops: { min: 1, max: 9 },
  limit_s: { min: 0, max: 60 },
  interval_s: { min: 0, max: 600 },
  mix_read_percent: { min: 10, max: 90 },
  seed: { min: 0, max: 2 ** 32 - 1 },
  rows: { min: 1, max: 16 },
} as const;

const integerWithin = ({ min, max }: { min: number; max: number }, step = 1) =>
  z.int().check(z.minimum(min), z.maximum(max), z.multipleOf(step));

export const Pattern = z.enum(['sequential', 'random']);
export type Pattern = z.infer<typeof Pattern>;

export const Direction = z.enum(['read', 'write', 'mix']);
export type Direction = z.infer<typeof Direction>;

/** One row of the grid: SEQ1M Q8T1. */
export const Row = z.strictObject({
  pattern: Pattern,
  block_bytes: integerWithin(BOUNDS.block_bytes, 512),
  queues: integerWithin(BOUNDS.queues),
  threads: integerWithin(BOUNDS.threads),
});
export type Row = z.infer<typeof Row>;

export const ProfileId = z.enum(['quick', 'default', 'nvme', 'peak', 'real-world', 'demo', 'adm4', 'adm25', 'as-ssd']);
export type ProfileId = z.infer<typeof ProfileId>;

/** Everything needed to repeat a run of the result grid. Jobs run in the order directions x rows. */
export const MatrixPlan = z.strictObject({
  family: z.literal('matrix'),
  suite: z.literal(SUITE_VERSION),
  /** The profile it started from; what was changed since is `changedParameters`. */
  profile: ProfileId,
  rows: z.array(Row).check(z.minLength(BOUNDS.rows.min), z.maxLength(BOUNDS.rows.max)),
  directions: z.array(Direction).check(
    z.minLength(1),
    z.maxLength(3),
    z.refine((directions) => new Set(directions).size === directions.length),
  ),
  /** Share of reads in the `mix` direction, in steps of 10. */
  mix_read_percent: integerWithin(BOUNDS.mix_read_percent, 10),
  file_bytes: integerWithin(BOUNDS.file_bytes, MIB),
  loops: integerWithin(BOUNDS.loops),
  /** A pass ends after this long, or when the file has been visited once; 0: only when it has been visited. */
  limit_s: integerWithin(BOUNDS.limit_s),
  /** Rest before each job, so that a drive can finish what it has put off. */
  interval_s: integerWithin(BOUNDS.interval_s),
  data: z.enum(['random', 'zero']),
  seed: integerWithin(BOUNDS.seed),
  /** `sampled` verifies some sectors after each read job; `all` every one. */
  verify: z.enum(['sampled', 'all']),
  /** Adds loops until the spread is at most 3 %, up to `MAX_STABLE_LOOPS`. */
  until_stable: z.boolean(),
  /** Starts over, in a new order, when the file has been visited once before the time limit. */
  revisit: z.boolean(),
  /** `as-is`: whatever the page cache holds; `cold`: prepared before a restart, each block once; `deep`: larger than memory. */
  cache: z.enum(['as-is', 'cold', 'deep']),
});
export type MatrixPlan = z.infer<typeof MatrixPlan>;

export const Plan = z.discriminatedUnion('family', [MatrixPlan]);
export type Plan = z.infer<typeof Plan>;
export type Family = Plan['family'];

/** `cold` and `deep` read no block twice: each loop of each row has a part of the file that nothing else touches. */
export function readsOnce(plan: MatrixPlan): boolean {
  return plan.cache !== 'as-is';
}

/** What one pass can visit: the whole file, or its own part. */
export function visitedBytes(plan: MatrixPlan): number {
  if (!readsOnce(plan)) return plan.file_bytes;
  const parts = plan.rows.length * plan.loops;
  return Math.floor(plan.file_bytes / parts / FILL_BLOCK_BYTES) * FILL_BLOCK_BYTES;
}

/**
 * In random order every eighth block of such a part. Linux reads ahead around a block whose neighbours are in memory, so
 * that of all blocks of a cold file more than half would be found there.
 */
const RANDOM_ONCE_EVERY = 8;

/** Of the blocks that one pass of this row can visit, it visits one in so many. */
export function visitEvery(plan: MatrixPlan, row: Row): number {
  return readsOnce(plan) && row.pattern === 'random' ? RANDOM_ONCE_EVERY : 1;
}

/** The fields that do not go together with `cache`; empty where all do. */
export function cacheConflicts(plan: MatrixPlan): (keyof MatrixPlan)[] {
  if (!readsOnce(plan)) return [];
  const { directions, until_stable, revisit } = plan;
  return [
    ...(directions.every((direction) => direction === 'read') ? [] : ['directions' as const]),
    ...(until_stable ? ['until_stable' as const] : []),
    ...(revisit ? ['revisit' as const] : []),
    ...(visitedBytes(plan) < Math.max(...plan.rows.map((row) => row.block_bytes)) ? ['file_bytes' as const] : []),
  ];
}

/** The same plan with another state of the cache, and what goes with it. */
export function withCache(plan: MatrixPlan, cache: MatrixPlan['cache']): MatrixPlan {
  if (cache === 'as-is') return { ...plan, cache };
  return { ...plan, cache, directions: ['read'], until_stable: false, revisit: false };
}

/** The fields that keep a plan from being one, "loops" or "rows.0.queues"; empty for a valid plan. */
export function planProblems(plan: unknown): string[] {
  const parsed = z.safeParse(Plan, plan);
  return parsed.success ? cacheConflicts(parsed.data) : parsed.error.issues.map((issue) => issue.path.join('.'));
}

export function workersOf(row: Row): number {
  return Math.min(row.queues * row.threads, MAX_WORKERS);
}

const PATTERN_PREFIX = { sequential: 'SEQ', random: 'RND' } as const;

/** "SEQ1M Q8T1", as the tools these rows come from write it. */
export function rowName(row: Row): string {
  return `${nameUpToQueues(row)}T${row.threads}`;
}

/** "SEQ1M Q8": without the threads where there is one. */
export function rowShortName(row: Row): string {
  return row.threads === 1 ? nameUpToQueues(row) : rowName(row);
}

/** "seq1m_q8t1": the part of a metric's name that says which row it is of. */
export function rowSlug(row: Row): string {
  const block = blockName(row.block_bytes).toLowerCase();
  return `${PATTERN_PREFIX[row.pattern].toLowerCase()}${block}_q${row.queues}t${row.threads}`;
}

function nameUpToQueues(row: Row): string {
  return `${PATTERN_PREFIX[row.pattern]}${blockName(row.block_bytes)} Q${row.queues}`;
}

function blockName(bytes: number): string {
  if (bytes % MIB === 0) return `${bytes / MIB}M`;
  if (bytes % KIB === 0) return `${bytes / KIB}K`;
  return `${bytes}B`;
}

/** Reads "SEQ1M-Q8T1" (also with a space); `null` where it is no such name. */
export function parseRowName(text: string): Row | null {
  const match = /^(SEQ|RND)(\d{1,8})([MKB])[- ]?Q(\d{1,3})(?:T(\d{1,3}))?$/i.exec(text.trim());
  if (!match) return null;
  const [, prefix = '', amount = '', unit = '', queues = '', threads = '1'] = match;
  const parsed = z.safeParse(Row, {
    pattern: prefix.toUpperCase() === 'SEQ' ? 'sequential' : 'random',
    block_bytes: Number(amount) * ({ M: MIB, K: KIB, B: 1 }[unit.toUpperCase()] ?? 0),
    queues: Number(queues),
    threads: Number(threads),
  });
  return parsed.success ? parsed.data : null;
}
