import type {
  Client,
  Engine,
  Failure,
  FailureCode,
  Fill,
  Floor,
  JobResult,
  Layout,
  Pass,
  PassKind,
} from '@opfsmark/schema/documents';
import type { FamilyPlan, FamilyRecord, FamilyResult, Plan, PreparedFile, RunRecord } from '@opfsmark/schema/families';
import type { JobHead } from '@opfsmark/schema/schedule';

import type { Picked } from './families/picked-folder/picked.ts';

/** Why this page cannot measure. The page says for each, in its own words, what to do. */
export type SupportProblem =
  | 'not_secure' // needs https or localhost
  | 'no_opfs' // no navigator.storage.getDirectory
  | 'no_sync_handles' // no FileSystemSyncAccessHandle in workers
  | 'not_isolated' // no SharedArrayBuffer: COOP/COEP headers are missing
  | 'no_wasm'
  | 'private_window' // OPFS refused: SecurityError
  | 'no_workers';

export type Support =
  { readonly ok: true; readonly layout: Layout } | { readonly ok: false; readonly problems: readonly SupportProblem[] };

/** Asks the browser, by opening real handles on a scratch file; takes a few milliseconds. */
export type CheckSupport = () => Promise<Support>;

export interface RunOptions {
  readonly plan: Plan;
  readonly engine?: Engine; // default 'opfs-sync'
  readonly client?: Client; // browser and OS as the page detected them; default unknown
  readonly signal?: AbortSignal; // stops within 200 ms; the record keeps what is done, status 'stopped'
  readonly onEvent?: (event: RunEvent) => void;
  /** A `deep` plan writes a file larger than memory: refused where this is less than `estimate` says, as `not_agreed`. */
  readonly agreedToWriteBytes?: number;
}

/** Resolves always, by a record whose status says how it ended; rejects only with `RunRefused`, before anything began. */
export interface Run {
  (options: RunOptions): Promise<RunRecord>;
  /** A plan of another family than the grid. */
  (options: FamilyRunOptions): Promise<FamilyRecord>;
}

export interface FamilyRunOptions extends Omit<RunOptions, 'plan' | 'onEvent'> {
  readonly plan: FamilyPlan;
  /** What the person has picked, for the family `picked-folder`: the record's engine is that of what it is. */
  readonly picked?: Picked;
  readonly onEvent?: (event: FamilyEvent) => void;
}

export type FamilyEvent =
  | Extract<RunEvent, { type: 'progress' }>
  /** All that is known so far, of the same form as in the record. */
  | { readonly type: 'result'; readonly result: FamilyResult };

/**
 * Writes the file of a `cold` plan, which stays until it is read, discarded, or replaced by another one. Then restart the
 * computer, or nothing is cold: a page cannot see whether that was done, but the verdict on each result tells.
 */
export type PrepareCold = (options: RunOptions) => Promise<Preparation>;

export interface Preparation {
  readonly status: 'done' | 'stopped' | 'failed';
  readonly failure?: Failure;
  /** Where it is done; run its plan, once, to read it. */
  readonly prepared?: PreparedFile;
}

/** The file that waits for its cold run; `null` where none is complete. */
export type FindPrepared = () => Promise<PreparedFile | null>;

/** Deletes it; refused as `busy` while another tab measures. */
export type DiscardPrepared = () => Promise<void>;

/**
 * Not begun: another tab measures, the page cannot measure, the plan is not valid, no file was prepared for this cold
 * plan, or nobody agreed to what this deep plan writes.
 */
export interface RunRefusedError extends Error {
  readonly name: 'RunRefused';
  readonly reason: 'busy' | 'unsupported' | 'invalid_plan' | 'no_space' | 'not_prepared' | 'not_agreed';
  readonly problems: readonly string[];
}

export type RunEvent =
  | {
      readonly type: 'prepared';
      readonly layout: Layout;
      readonly clockStepNs: number;
      readonly jobs: readonly JobHead[];
    }
  | { readonly type: 'filled'; readonly fill: Fill }
  | { readonly type: 'job-started'; readonly job: number }
  | { readonly type: 'pass-done'; readonly job: number; readonly pass: Pass }
  /** `floors`: what a verdict on it rests on. */
  | {
      readonly type: 'job-done';
      readonly job: number;
      readonly result: JobResult;
      readonly floors: readonly Floor[];
    }
  | { readonly type: 'progress'; readonly progress: Progress };

export type { JobHead };

export type Phase = 'preparing' | 'filling' | 'measuring' | 'verifying' | 'resting' | 'cleaning';

/** About ten times a second while the run goes on. */
export interface Progress {
  readonly phase: Phase;
  readonly job: number | null; // index in `prepared.jobs`
  readonly passKind: PassKind | null;
  readonly loop: number; // 0: warm-up
  readonly loops: number;
  readonly fraction: number; // 0..1 of the whole run
  readonly secondsLeft: number;
  readonly bytesWritten: number; // since the run began
  readonly live: Live | null;
}

/** What iostat -x would show for the last tenth of a second. */
export interface Live {
  readonly readOpsPerS: number;
  readonly writeOpsPerS: number;
  readonly readBytesPerS: number;
  readonly writeBytesPerS: number;
  readonly awaitNs: number; // mean latency of the calls that ended
  readonly queue: number; // mean calls in flight
  readonly utilPercent: number;
}

/** For messages: what a failed job's code means is the page's to say. */
export type { FailureCode };
