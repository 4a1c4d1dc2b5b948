import type { ContenderId } from './contender-ids.ts';
import { CONTENDERS } from './contenders.ts';
import { newestCount, type CountedIn } from './counted.ts';
import counted from './syncs.json' with { type: 'json' };

/** What was counted for one contender in one browser: see `npm run syncs`. */
interface SyncCount {
  readonly contender: ContenderId;
  /** Calls of fdatasync and fsync per put of one row. */
  readonly per_put: number;
  /** Puts after which something that was written for them was still not synced when they were answered. */
  readonly unsynced_puts: number;
  /** Puts that were watched. */
  readonly puts: number;
}

type SyncCounts = CountedIn<SyncCount>;

export const SYNC_COUNTS = counted as readonly SyncCounts[];

/**
 * What a put that was answered is worth when the power fails, by what was seen and not by what a switch is called.
 * `unsynced`: nothing of it need be on the drive. `synced`: something is, but not all that was written for it. `ordered`:
 * all that was written for it had been synced.
 */
export const COMMIT_CLASSES = ['ordered', 'synced', 'unsynced'] as const;
export type CommitClass = (typeof COMMIT_CLASSES)[number];

/** So few syncs belong to something else that goes on. */
const MIN_SYNCS_PER_PUT = 0.5;
/** Now and then a write of the browser's own falls between the last sync and the answer. */
const MAX_UNSYNCED_SHARE = 0.1;

export function commitClass({ per_put, unsynced_puts, puts }: Omit<SyncCount, 'contender'>): CommitClass {
  if (per_put < MIN_SYNCS_PER_PUT) return 'unsynced';
  return unsynced_puts > puts * MAX_UNSYNCED_SHARE ? 'synced' : 'ordered';
}

export const syncsOf = (contender: ContenderId, all: readonly SyncCounts[] = SYNC_COUNTS) =>
  newestCount(contender, all);

/** The class in which a contender is ranked. What nobody has counted promises nothing. */
export function classOf(contender: ContenderId): CommitClass {
  const counted = syncsOf(contender);
  return counted ? commitClass(counted.count) : 'unsynced';
}

/** A contender that keeps half a transaction is a floor for the others of its class, and has no place among them. */
export const isRanked = (contender: ContenderId) => CONTENDERS[contender].atomic;
