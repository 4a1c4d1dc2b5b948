import type {
  AppStorageAnalytics,
  AppStoragePlan,
  AppStorageResult,
  AppStorageRow,
  IdbProbe,
  MissingReason,
} from '@opfsmark/schema/families/app-storage/schema';
import type { ContenderId } from '@opfsmark/schema/families/app-storage/contender-ids';
import type { Failure } from '@opfsmark/schema/documents';
import type { AnalyticsLeft } from '../../stores/analytics.ts';
import type { LoopCell } from '../../stores/loop.ts';
import type { BegunCall, ContentionLeft, EndedCall, Phase, Rows } from '../../stores/contention.ts';
import type { SizeTimes } from '../../stores/sizes.ts';
import type { WorkSize } from '../../stores/store.ts';
import type { Interruption, Survivors, TabPuts, TabsLeft } from '../../stores/survival.ts';

/** How many puts of each contender had been answered when the page reloaded itself. */
export type Acknowledged = Readonly<Partial<Record<ContenderId, number>>>;

/** A request to the family's worker. */
export interface AppStorageTask {
  readonly plan: AppStoragePlan;
  /** The page can reload itself in the middle and go on. */
  readonly mayReload: boolean;
  /** The state of a run before the page reloaded itself; `null` at the beginning. */
  readonly resume: { readonly result: AppStorageResult; readonly acknowledged: Acknowledged } | null;
  /** See `ContenderRequest`. */
  readonly module: string | undefined;
}

/** From the family's worker to the page: all that is known of one contender so far, or the probe of IndexedDB. */
export type AppStorageFinding =
  | { readonly type: 'row'; readonly row: AppStorageRow }
  | { readonly type: 'idb_probe'; readonly probe: IdbProbe }
  /** Every contender puts rows: now the page is to reload itself, or to say that it stays. */
  | { readonly type: 'reload'; readonly acknowledged: Acknowledged };

/** How the lock begins that each of several workers holds for its life. */
export const WORKER_LOCK = 'opfsmark.worker';

/** A request to a contender's own worker. Each is asked once, but for those of a crew: every loop has a worker of its own. */
export type ContenderRequest = {
  readonly contender: ContenderId;
  readonly size: WorkSize;
  /** Tells stores of one contender apart; absent: it has one. */
  readonly place?: string | undefined;
  /** The address of a module that has a store of somebody's own, which then stands in the contender's place. */
  readonly module?: string | undefined;
  /** Of whom those that may stay do the next request of the same type for the same crew; absent: the worker is a fresh one. */
  readonly crew?: string | undefined;
} & (
  | { readonly type: 'loop'; readonly loop: number }
  /**
   * Puts so many rows, or until the worker is ended, and keeps the store open. `pauseAfter`: after so many it waits until it
   * is told to go on.
   */
  | {
      readonly type: 'put-on';
      readonly interruption: Interruption;
      readonly count: number;
      readonly pauseAfter?: number;
    }
  /** Looks what is left of `acknowledged` rows, and of those that the last loop left. */
  | { readonly type: 'look'; readonly interruption: Interruption; readonly acknowledged: number }
  /** Opens the store, waits until it is told to go on, puts the rows of one tab, and closes it. */
  | { readonly type: 'tab'; readonly tab: number }
  /** Looks what is left of the rows of all tabs. */
  | { readonly type: 'look-tabs'; readonly tabs: readonly TabPuts[] }
  /** Loads the code, then does each phase when it is told to go on. The others of `workers` do so at the same time. */
  | { readonly type: 'contend'; readonly worker: number; readonly phases: readonly Phase[] }
  /** Looks what is left of the answered rows of all, and deletes the store. */
  | { readonly type: 'look-contention'; readonly answered: readonly Rows[] }
  /** Puts, gets and deletes values of each size. */
  | { readonly type: 'sizes'; readonly sizes: readonly number[] }
  /** Imports so many rows and asks about them; or, in a worker after that, looks what is there, and deletes the store. */
  | { readonly type: 'analyse' | 'analyse-again'; readonly rows: number }
  /** Measures what tells the engines of IndexedDB apart. */
  | { readonly type: 'probe' }
);

/** A request of the family's worker to the page, which starts and ends contenders' workers for it: see `ContenderWorkers`. */
export type StarterRequest =
  /** Hands one the request and a port, to which it answers. */
  | { readonly type: 'start'; readonly id: number; readonly request: ContenderRequest; readonly port: MessagePort }
  | { readonly type: 'rest' | 'end'; readonly id: number }
  | { readonly type: 'dismiss'; readonly crew: string };

export type StarterReply =
  /** A worker that could not go on, in the browser's words. */
  | { readonly type: 'died'; readonly id: number; readonly detail: string }
  /** The page does not reload itself. */
  | { readonly type: 'stays' };

/** Its answers: any number of those that say what goes on, then one of the others. */
export type ContenderReply =
  /** A tab has the store open, and waits for any message. */
  | { readonly type: 'opened' }
  | { readonly type: 'cell'; readonly cell: LoopCell }
  /** How many rows have been put so far. */
  | { readonly type: 'acknowledged'; readonly count: number }
  /** The puts of a tab, before it closes the store. */
  | { readonly type: 'tab_puts'; readonly puts: TabPuts }
  /** Ready for the next phase, and waits for any message. */
  | { readonly type: 'ready' }
  | { readonly type: 'calling'; readonly call: BegunCall }
  | { readonly type: 'called'; readonly call: EndedCall }
  /** `mayStay`: nothing of its store is left in the worker. */
  | { readonly type: 'contended'; readonly mayStay: boolean }
  | { readonly type: 'sized'; readonly times: SizeTimes }
  /** Why it went no further; `null` where it came to the last size. */
  | { readonly type: 'sizes'; readonly stopped: string | null }
  | { readonly type: 'contention_left'; readonly left: ContentionLeft; readonly mayStay: boolean }
  | { readonly type: 'step'; readonly step: AppStorageAnalytics['steps'][number] }
  /** `null`: the store has no SQL, or nobody could look. */
  | { readonly type: 'analysed'; readonly left: AnalyticsLeft | null }
  | { readonly type: 'checksum'; readonly checksum: string }
  | { readonly type: 'survivors'; readonly survivors: Survivors }
  | { readonly type: 'tab_closed' }
  | { readonly type: 'tabs_left'; readonly left: TabsLeft }
  | { readonly type: 'idb_probe'; readonly probe: IdbProbe }
  | { readonly type: 'missing'; readonly reason: MissingReason }
  | { readonly type: 'failed'; readonly failure: Failure };
