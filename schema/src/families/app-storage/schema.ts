import * as z from 'zod/mini';
import { BOUNDS } from '../../documents/bounds.ts';
import { count, integerWithin, nanoseconds } from '../../documents/checks.ts';
import { Failure } from '../../documents/pass.ts';
import { KIB, MIB } from '../../documents/units.ts';
import { PLAN_HEAD } from '../plan-schema.ts';
import { CONTENDER_IDS, IDB_PROBE_ROUNDS, NEEDS, SCAN_ROWS } from './contender-ids.ts';

const APP_STORAGE_BOUNDS = {
  batch_rows: { min: 100, max: 20_000 },
  puts: { min: 1, max: 2_000 },
  point_reads: { min: 10, max: 50_000 },
  blob_bytes: { min: KIB, max: 64 * MIB },
  several: { min: 1, max: 200 },
  analytics: { min: 1_000, max: 20_000_000 },
} as const;

/** The same work through each contender: rows of 1 KiB and one large value. */
export const AppStoragePlan = z.strictObject({
  family: z.literal('app-storage'),
  ...PLAN_HEAD,
  contenders: z.array(z.enum(CONTENDER_IDS)).check(
    z.minLength(1),
    z.maxLength(CONTENDER_IDS.length),
    z.refine((ids) => new Set(ids).size === ids.length, 'a contender is there twice'),
  ),
  /** Rows that are put in one transaction, scanned, and deleted in one. */
  batch_rows: integerWithin(APP_STORAGE_BOUNDS.batch_rows, SCAN_ROWS),
  /** Rows that are put one per transaction; as many are then updated the same way. */
  puts: integerWithin(APP_STORAGE_BOUNDS.puts),
  /** Rows that are read by key. */
  point_reads: integerWithin(APP_STORAGE_BOUNDS.point_reads),
  /** The size of the one large value. */
  blob_bytes: integerWithin(APP_STORAGE_BOUNDS.blob_bytes, KIB),
  /** Counted loops; one that is not counted comes before them and creates the store. */
  loops: integerWithin(BOUNDS.loops),
  /** How often each store is used by several workers at once; absent: by two, and only to see whether it can be. */
  several: z.optional(integerWithin(APP_STORAGE_BOUNDS.several)),
  /** How many rows each store with SQL imports and is asked about; absent: none. */
  analytics: z.optional(integerWithin(APP_STORAGE_BOUNDS.analytics)),
  seed: integerWithin(BOUNDS.seed),
});
export type AppStoragePlan = z.infer<typeof AppStoragePlan>;

const perLoop = () => z.array(nanoseconds()).check(z.maxLength(BOUNDS.loops.max));

/** One workload through one contender. Loops are in the order in which they ran. */
export const AppStorageCell = z.strictObject({
  workload: z.enum(['open', 'put', 'put-batch', 'read', 'scan', 'update', 'delete', 'blob-write', 'blob-read']),
  /** In each loop. */
  ops: count(),
  bytes: count(),
  elapsed_ns: perLoop(),
  /** Time inside calls of sync access handles, per loop; empty where the contender's storage calls cannot be counted. */
  storage_ns: perLoop(),
  /** Flushes that the contender asked for, over all loops; `null` where they cannot be counted. */
  flushes: z.nullable(count()),
});
export type AppStorageCell = z.infer<typeof AppStorageCell>;

/** The rows that a contender kept when it was interrupted in the middle of a put. */
export const AppStorageSurvival = z.strictObject({
  /** Puts that had been answered. */
  acknowledged: count(),
  opened: z.boolean(),
  /** Answered puts that are not there afterwards. */
  lost: count(),
  /** Values that are neither what was put nor absent. */
  torn: count(),
  /** Rows from before that are no longer what they were. */
  damaged: count(),
});
export type AppStorageSurvival = z.infer<typeof AppStorageSurvival>;

/** The outcome of two contexts of one contender that had the store open at once and put rows in turns. */
export const AppStorageTabs = z.strictObject({
  /** `shared`: both put. `waits`: the second one opened it after the first had closed it. `refused`: it could not open it. */
  second: z.enum(['shared', 'waits', 'refused']),
  /** Puts that were answered, of both. */
  acknowledged: count(),
  /** Puts that ended with an error, which a store may answer with while the other one writes. */
  refused: count(),
  /** Answered puts that a third context does not find afterwards. */
  lost: count(),
  /** Rows from before that are no longer what they were. */
  damaged: count(),
});
export type AppStorageTabs = z.infer<typeof AppStorageTabs>;

/** The kinds of errors of a store that others use, by their words: see `errorKindOf` in wasm-core. */
export const ERROR_KINDS = ['busy', 'locked', 'aborted', 'corrupt', 'full', 'other'] as const;
const ErrorCounts = z.partialRecord(z.enum(ERROR_KINDS), count());

/** The work of several contexts at once, in this order. */
export const PHASES = ['migrate', 'write', 'read', 'hold', 'reopen'] as const;

const MAX_WORKERS = 8;
const MAX_TEXT = 400;

const ContentionPhase = z.strictObject({
  phase: z.enum(PHASES),
  /** Calls that were begun, and those that ended without an error. */
  asked: count(),
  answered: count(),
  errors: ErrorCounts,
  /** Of each worker over all repeats, its errors included: the longest call, and the 99th percentile. */
  longest_ns: z.array(nanoseconds()).check(z.maxLength(MAX_WORKERS)),
  p99_ns: z.array(nanoseconds()).check(z.maxLength(MAX_WORKERS)),
});

/** The outcome of several contexts of one store that did the same things at once, each repeat in a fresh store. */
export const AppStorageContention = z.strictObject({
  workers: count(),
  /** `tabs`: each has a page of its own. */
  place: z.enum(['workers', 'tabs']),
  repeats: count(),
  /** Repeats in which nobody got on for `HANG_S` seconds. */
  hung: count(),
  /** Who waited for what the first time. */
  hung_on: z.optional(z.string().check(z.maxLength(MAX_TEXT))),
  /** Repeats in which every call was answered. */
  clean: count(),
  /** Repeats after which the store could not be opened any more. */
  unopened: count(),
  phases: z.array(ContentionPhase).check(z.maxLength(PHASES.length)),
  /** The first error, in the words of the store. */
  error: z.optional(z.string().check(z.maxLength(MAX_TEXT))),
  /** Repeats in which one had a transaction open; and those of them in which others read meanwhile. */
  writes_watched: count(),
  read_during: count(),
  /** Answered rows that were not there afterwards, and values that were there more than once. */
  lost: count(),
  doubled: count(),
  /** Repeats after which there were such rows. */
  wrong: count(),
});
export type AppStorageContention = z.infer<typeof AppStorageContention>;

/**
 * Analytics, in this order. `scan` and `top` ask about every row; `spill` sorts more than the memory that the store may use; after
 * that its worker is ended with everything open, `reopen` is the first answer of another one, and `checkpoint` what that does last.
 */
export const ANALYTICS_STEPS = ['import', 'scan', 'top', 'spill', 'reopen', 'checkpoint'] as const;
export type AnalyticsStep = (typeof ANALYTICS_STEPS)[number];
/** Each question is asked so often. */
export const ANALYTICS_ROUNDS = 5;

/** Rows of a table that a store with SQL imported and was asked about. */
export const AppStorageAnalytics = z.strictObject({
  rows: count(),
  steps: z
    .array(
      z.strictObject({
        step: z.enum(ANALYTICS_STEPS),
        elapsed_ns: z.array(nanoseconds()).check(z.maxLength(ANALYTICS_ROUNDS)),
        /** Why it has no time, in the words of the store. */
        error: z.optional(z.string().check(z.maxLength(MAX_TEXT))),
      }),
    )
    .check(z.maxLength(ANALYTICS_STEPS.length)),
  /** Rows that were there after its worker was ended; `null`: nobody could look. */
  kept: z.nullable(count()),
  /** Bytes of its files after the checkpoint; `null`: nobody could look. */
  stored_bytes: z.nullable(count()),
});
export type AppStorageAnalytics = z.infer<typeof AppStorageAnalytics>;

/** Why a contender cannot run here. */
export const MissingReason = z.enum([...NEEDS.map((need) => `no_${need}` as const), 'page_only']);
export type MissingReason = z.infer<typeof MissingReason>;

/** "3.54.1-build1" */
const LIBRARY_VERSION = /^(?:\d{1,5}(?:\.\d{1,5}){1,3}(?:-[0-9A-Za-z]+(?:[.-][0-9A-Za-z]+)*)?)?$/;

export const AppStorageRow = z.strictObject({
  contender: z.enum(CONTENDER_IDS),
  status: z.enum(['done', 'stopped', 'failed', 'missing']),
  failure: z.optional(Failure),
  missing: z.optional(MissingReason),
  /** The library's, as it was bundled; empty for the browser's own. */
  version: z.string().check(z.maxLength(40), z.regex(LIBRARY_VERSION)),
  /** Over all rows after the last loop; empty before. */
  checksum: z.string().check(z.regex(/^(?:[0-9a-f]{8})?$/)),
  cells: z.array(AppStorageCell).check(z.maxLength(9)),
  /** Its worker was ended. */
  survival: z.nullable(AppStorageSurvival),
  /** The page reloaded itself. Absent where it did not, or nobody could look afterwards. */
  reload: z.optional(AppStorageSurvival),
  /** Absent where it was not tried to the end. */
  two_tabs: z.optional(AppStorageTabs),
  /** Only where the plan asks for it, and not of a store that a second context could not open. */
  contention: z.optional(z.array(AppStorageContention).check(z.maxLength(4))),
  /** Only where the plan asks for it, and of a store with SQL. */
  analytics: z.optional(AppStorageAnalytics),
});
export type AppStorageRow = z.infer<typeof AppStorageRow>;

const perRound = () => z.array(nanoseconds()).check(z.maxLength(IDB_PROBE_ROUNDS));

/** The times of three calls on a small store of IndexedDB, round by round. */
export const IdbProbe = z.strictObject({ clear_ns: perRound(), count_ns: perRound(), get_all_ns: perRound() });
export type IdbProbe = z.infer<typeof IdbProbe>;

export const AppStorageResult = z.strictObject({
  family: z.literal('app-storage'),
  rows: z.array(AppStorageRow).check(z.maxLength(CONTENDER_IDS.length)),
  /** Only where a contender keeps its rows in IndexedDB. */
  idb_probe: z.optional(IdbProbe),
});
export type AppStorageResult = z.infer<typeof AppStorageResult>;
