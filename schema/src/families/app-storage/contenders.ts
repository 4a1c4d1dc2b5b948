import { CONTENDERS, type ContenderId } from './contender-ids.ts';
import syncCounts from './syncs.json' with { type: 'json' };
import bytes from './shipped.json' with { type: 'json' };

/** A count that a command took from outside, once per version of a browser: a page cannot see it. */
export interface CountedIn<Count> {
  readonly browser: string;
  readonly version: string;
  readonly major: number;
  readonly os: string;
  readonly method: string;
  readonly date: string;
  readonly counts: readonly Count[];
}

export interface StoreCount<Count> {
  readonly count: Count;
  readonly in: CountedIn<Count>;
}

/**
 * The count in the newest version of a browser that was looked at; `null` where nobody has counted. Versions of two browsers
 * do not compare: without a name it is Chromium's.
 */
export function newestCount<Count extends { readonly contender: ContenderId }>(
  contender: ContenderId,
  allCounts: readonly CountedIn<Count>[],
  browser = 'chromium',
): StoreCount<Count> | null {
  const browserCounts = allCounts.filter((one) => one.browser === browser);
  for (const counts of browserCounts.toSorted((a, b) => b.major - a.major)) {
    const count = counts.counts.find((one) => one.contender === contender);
    if (count) return { count, in: counts };
  }
  return null;
}

/** Counts of one contender in one browser: see `npm run syncs -w labs`. */
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

export const SYNC_COUNTS = syncCounts as readonly SyncCounts[];

/**
 * The worth of an answered put when the power fails, by what was seen and not by what a switch is called.
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

export const syncsOf = (contender: ContenderId, browser?: string, allCounts: readonly SyncCounts[] = SYNC_COUNTS) =>
  newestCount(contender, allCounts, browser);

/** The class in which a contender is ranked. What nobody has counted promises nothing. */
export function classOf(contender: ContenderId): CommitClass {
  const syncs = syncsOf(contender);
  return syncs ? commitClass(syncs.count) : 'unsynced';
}

/** A contender that keeps half a transaction is a floor for the others of its class, and has no place among them. */
export const isRanked = (contender: ContenderId) => CONTENDERS[contender].atomic;

/** The bytes that a page downloads for a contender, compressed with gzip: `npm run shipped -w wasm-core` builds and weighs it. */
export const shippedBytes = (contender: ContenderId): number => (bytes as Record<string, number>)[contender] ?? 0;
