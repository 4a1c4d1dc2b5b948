import type { Client, Engine, Failure, Layout, PassKind } from '@opfsmark/schema/documents';
import type { ContenderId } from '@opfsmark/schema/families/app-storage/contender-ids';
import type { FamilyId, FamilyRecord, Plan, ResultOf, RunRecord } from '@opfsmark/schema/families';
import type { MatrixPlan } from '@opfsmark/schema/families/matrix/plan-schema';
import type { PreparedFile } from '@opfsmark/schema/families/matrix/prepared';
import type { JobSpec, MeasuredRates, TimedStep } from '@opfsmark/schema/schedule';
import type { StoreReport, StoreSize } from './stores/measure-store.ts';
import type { OwnStore } from './stores/own-store.ts';

export type { StoreFigure, StoreReport, StoreSize } from './stores/measure-store.ts';
export type { OwnStore } from './stores/own-store.ts';

/** Why this page cannot measure. The page says for each, in its own words, what to do. */
export type SupportProblem =
  | 'not_secure' // needs https or localhost
  | 'no_opfs' // no navigator.storage.getDirectory
  | 'no_sync_handles' // no FileSystemSyncAccessHandle in workers
  | 'old_sync_handles' // there, but they take no ArrayBuffer, or answer with promises
  | 'not_isolated' // COOP/COEP headers are missing
  | 'no_shared_memory' // isolated, and still no SharedArrayBuffer
  | 'no_wasm'
  | 'no_locks' // no navigator.locks, so that two tabs would measure at once
  | 'storage_failed' // OPFS is there, and answers with an error
  | 'private_window' // OPFS refused: SecurityError
  | 'storage_blocked' // the same, and the browser refuses all site data
  | 'no_workers'
  | 'core_not_loaded' // the .wasm did not arrive or could not be compiled
  | 'no_space' // not even a scratch file could be created
  | 'probe_failed'; // anything else that went wrong with the scratch file: see `detail`

export type Support =
  | {
      readonly ok: true;
      readonly layout: Layout;
      /** Reads take as long as where files are kept in memory: a private window of Chromium. */
      readonly isMemoryBacked: boolean;
      /** Left to this site; `null` where the browser does not say. */
      readonly spaceBytes: number | null;
    }
  | {
      readonly ok: false;
      readonly problems: readonly SupportProblem[];
      /** The words of the browser, for people who look for the cause. */
      readonly detail?: string;
    };

/** Asks the browser, by opening real handles on a scratch file; takes a few milliseconds. */
export type CheckSupport = () => Promise<Support>;

/** The thing that a person has picked: a folder that may be written (`picked-folder`), or a file that is only read (`picked-file`). */
export type Picked = FileSystemDirectoryHandle | File;

/** A run paused for a page reload, in a form that JSON can hold. */
export interface PausedRun {
  /** Identifies the page after the reload; until then no other tab measures, and nothing is deleted. */
  readonly lease: string;
  /** The record so far, as if the run had been stopped now. */
  readonly record: FamilyRecord<'app-storage'>;
  /** How many puts of each contender had been answered. */
  readonly acknowledged: Readonly<Partial<Record<ContenderId, number>>>;
  readonly bytesWritten: number;
}

/** Whether `run` can go on with it: only within a minute, only once, and only the version of the engine that began it. */
export type CanResume = (pausedRun: PausedRun) => boolean;
/** Says that `run` will not go on with it, so that any tab may measure at once. A resume that `run` refuses needs none. */
export type GiveUpPaused = (pausedRun: PausedRun) => void;

export interface RunOptions<Of extends Plan = Plan> {
  readonly plan: Of;
  /** Default `opfs-sync`. What was picked has its own. */
  readonly engine?: Engine;
  /** Browser and operating system as the page detected them; default unknown. */
  readonly client?: Client;
  /** Stops within 200 ms; the record keeps what is done, its status is `stopped`. */
  readonly signal?: AbortSignal;
  onEvent?(event: RunEvent<Of['family']>): void;
  /** The rates of earlier runs in this browser, for the time that is left: see `withRates` and the event `timed`. */
  readonly rates?: MeasuredRates;
  /** A plan that may write more than 4 GB is refused, as `not_agreed`, where this is less than `estimate` says. */
  readonly agreedToWriteBytes?: number;
  /** Needed by the families `picked-folder` and `picked-file`. */
  readonly picked?: Picked;
  /**
   * For the family `app-storage`: the address of a module that exports `openStore(name)`, which returns an `OwnStore`. It stands
   * in the place of the plan's contender, in every worker.
   */
  readonly store?: string;
  /**
   * Lets the family `app-storage` try what survives a reload: keep `pausedRun`, reload the page, and give it to `run`
   * as `resume`, with the same plan. Return `false` to go on without. Default: it is not tried.
   */
  onReload?(pausedRun: PausedRun): boolean;
  /** The page goes away in the middle of the run: keep what is known, at once, as a stopped run. There is no time for more. */
  onLeave?(record: RunRecord): void;
  /** Goes on with this run; refused as `invalid_plan` where another version of the engine began it. */
  readonly resume?: PausedRun;
}

/** The record of a run of this plan. */
export type RecordOfPlan<Of extends Plan> = FamilyRecord<Of['family']>;

/** Resolves always, with a record whose status says how it ended; rejects only with `RunRefused`, before anything began. */
export type Run = <Of extends Plan>(options: RunOptions<Of>) => Promise<RecordOfPlan<Of>>;

/** The same events for every family, in this order; `progress` in between. */
export type RunEvent<Id extends FamilyId = FamilyId> =
  /** Workers are ready and files are open. */
  | { readonly type: 'prepared'; readonly layout: Layout; readonly clockStepNs: number }
  | { readonly type: 'progress'; readonly progress: Progress }
  /**
   * All that is known so far, of the same form as in the record. A job that is under way is in it with the passes that
   * are done, as `stopped`, which it is if the run ends now.
   */
  | { readonly type: 'result'; readonly result: ResultOf<Id> }
  /** Last, and before a reload: how long the steps took that were finished. */
  | { readonly type: 'timed'; readonly steps: readonly TimedStep[] };

export type Phase = 'preparing' | 'filling' | 'forgetting' | 'measuring' | 'verifying' | 'resting' | 'cleaning';

/** Which row is measured in which direction: its place among the plan's rows, or the sweep's points. */
export interface RunningJob extends JobSpec {
  /** Its place in the order of jobs. */
  readonly index: number;
}

/** About ten times per second while the run goes on. */
export interface Progress {
  readonly phase: Phase;
  /** `null` while nothing is done for one row alone. */
  readonly job: RunningJob | null;
  readonly passKind: PassKind | null;
  /** 0: warm-up. */
  readonly loop: number;
  readonly loops: number;
  /** 0..1 of the whole run; never falls. */
  readonly fraction: number;
  /**
   * From the first event on: the steps ahead at the pace of this run, of `rates`, or of an ordinary computer. 0 where the
   * last step takes longer than was expected.
   */
  readonly secondsLeft: number;
  /** The most that it may take: see `secondsMax` of an estimate. */
  readonly secondsLeftMax: number;
  /** How much of memory was filled while the system is made to forget; `null` before and after. */
  readonly clearedBytes: number | null;
  /** For how long nothing was done, as far as anybody counts: 0 while a test rests, and where its work is not counted. */
  readonly stillSeconds: number;
  /** Since the run began. */
  readonly bytesWritten: number;
  readonly live: Live | null;
}

/** The columns of `iostat -x` for the last tenth of a second. */
export interface Live {
  readonly readOpsPerS: number;
  readonly writeOpsPerS: number;
  readonly readBytesPerS: number;
  readonly writeBytesPerS: number;
  /** Mean latency of the calls that ended. */
  readonly awaitNs: number;
  /** Mean number of calls in flight. */
  readonly queue: number;
  readonly utilPercent: number;
}

/**
 * Writes the file of a `cold` plan, which stays until it is read, discarded, or replaced by another one. Then restart the
 * computer, or nothing is cold: a page cannot see whether that was done, but the verdict on each result tells.
 */
export type PrepareCold = (options: PrepareOptions) => Promise<Preparation>;

export interface PrepareOptions extends Omit<RunOptions<MatrixPlan>, 'onEvent' | 'picked'> {
  onEvent?(event: PrepareEvent): void;
}

export type PrepareEvent = Exclude<RunEvent, { readonly type: 'result' }>;

export interface Preparation {
  readonly status: 'done' | 'stopped' | 'failed';
  readonly failure?: Failure;
  /** Where it is done; run its plan, once, to read it. */
  readonly prepared?: PreparedFile;
}

/**
 * Puts the work of the family `app-storage` through a store of your own, where it is called: on the page or in a worker.
 * Rejects with the store's own error, or with `WrongContent` where it gives back something else than was put.
 */
export type MeasureStore = (store: OwnStore, size?: Partial<StoreSize>) => Promise<StoreReport>;

/** The file that waits for its cold run; `null` where none is complete. */
export type FindPrepared = () => Promise<PreparedFile | null>;

/** Deletes it; refused as `busy` while another tab measures. */
export type DiscardPrepared = () => Promise<void>;

/**
 * Not begun: another tab measures, the page cannot measure, the plan is not valid, no file was prepared for this cold
 * plan, or the bytes that this plan may write were not agreed to.
 */
export interface RunRefusedError extends Error {
  readonly name: 'RunRefused';
  readonly reason: 'busy' | 'unsupported' | 'invalid_plan' | 'not_prepared' | 'not_agreed';
  /** `unsupported`: each a `SupportProblem`. `invalid_plan`: each names a field. */
  readonly problems: readonly string[];
  /** The words of the browser, where a probe failed. */
  readonly detail: string | null;
}
