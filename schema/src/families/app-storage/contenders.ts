import type { ContenderId } from './contender-ids.ts';
import syncCounts from './syncs.json' with { type: 'json' };
import bytes from './shipped.json' with { type: 'json' };

/** What a command counted from outside, once per version of a browser: a page cannot see it. */
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

/** What a contender is made of: a package of npm, or the browser itself. */
const LIBRARY_IDS = ['browser', 'dexie', 'localforage', 'sqlite-wasm', 'wa-sqlite'] as const;
type LibraryId = (typeof LIBRARY_IDS)[number];

interface Library {
  /** Its name on npm; `null`: the browser. */
  readonly package: string | null;
  /** As it is bundled here; empty for the browser's own. */
  readonly version: string;
  readonly licence: string | null;
}

export const LIBRARIES: Readonly<Record<LibraryId, Library>> = {
  browser: { package: null, version: '', licence: null },
  dexie: { package: 'dexie', version: '4.4.7', licence: 'Apache-2.0' },
  localforage: { package: 'localforage', version: '1.10.0', licence: 'Apache-2.0' },
  'sqlite-wasm': { package: '@sqlite.org/sqlite-wasm', version: '3.54.1-build1', licence: 'Apache-2.0' },
  // Its package.json names none; the file LICENSE is the MIT licence.
  'wa-sqlite': { package: '@journeyapps/wa-sqlite', version: '2.0.6', licence: 'MIT' },
};

interface Contender {
  readonly library: LibraryId;
  /** The switches that it is opened with, as its documentation writes them. */
  readonly setting: string;
  /** Where its documentation explains them. */
  readonly source: string;
  /** Whether a transaction is kept wholly or not at all. One that is not is a floor for the others and is never ranked. */
  readonly atomic: boolean;
}

const IDB_SOURCE = 'https://developer.mozilla.org/docs/Web/API/IDBDatabase/transaction';
const HANDLE_SOURCE = 'https://developer.mozilla.org/docs/Web/API/FileSystemSyncAccessHandle/flush';
const DEXIE_SOURCE = 'https://dexie.org/docs/Dexie/Dexie';
const SAHPOOL_SOURCE = 'https://sqlite.org/wasm/doc/trunk/persistence.md';
const WAL_SOURCE = 'https://sqlite.org/wal.html';
const WA_SOURCE = 'https://github.com/powersync-ja/wa-sqlite/tree/master/src/examples';

export const CONTENDERS: Readonly<Record<ContenderId, Contender>> = {
  'opfs-sync': { library: 'browser', setting: 'flush() after each commit', source: HANDLE_SOURCE, atomic: false },
  'opfs-sync-unflushed': { library: 'browser', setting: 'no flush()', source: HANDLE_SOURCE, atomic: false },
  'idb-strict': { library: 'browser', setting: "durability: 'strict'", source: IDB_SOURCE, atomic: true },
  'idb-relaxed': { library: 'browser', setting: "durability: 'relaxed'", source: IDB_SOURCE, atomic: true },
  'dexie-strict': {
    library: 'dexie',
    setting: "chromeTransactionDurability: 'strict'",
    source: DEXIE_SOURCE,
    atomic: true,
  },
  'dexie-relaxed': {
    library: 'dexie',
    setting: "chromeTransactionDurability: 'relaxed'",
    source: DEXIE_SOURCE,
    atomic: true,
  },
  localforage: {
    library: 'localforage',
    setting: 'driver: INDEXEDDB, a call per value',
    source: 'https://localforage.github.io/localForage/',
    atomic: false,
  },
  sahpool: { library: 'sqlite-wasm', setting: 'opfs-sahpool, defaults', source: SAHPOOL_SOURCE, atomic: true },
  'sahpool-wal': {
    library: 'sqlite-wasm',
    setting: 'opfs-sahpool, locking_mode=exclusive, journal_mode=wal, synchronous=full',
    source: WAL_SOURCE,
    atomic: true,
  },
  'sahpool-wal-normal': {
    library: 'sqlite-wasm',
    setting: 'opfs-sahpool, locking_mode=exclusive, journal_mode=wal, synchronous=normal',
    source: WAL_SOURCE,
    atomic: true,
  },
  coop: { library: 'wa-sqlite', setting: 'OPFSCoopSyncVFS, defaults', source: WA_SOURCE, atomic: true },
  'write-ahead': {
    library: 'wa-sqlite',
    setting: 'OPFSWriteAheadVFS, synchronous=full',
    source: WA_SOURCE,
    atomic: true,
  },
  'write-ahead-normal': {
    library: 'wa-sqlite',
    setting: 'OPFSWriteAheadVFS, synchronous=normal',
    source: WA_SOURCE,
    atomic: true,
  },
  adaptive: {
    library: 'wa-sqlite',
    setting: 'OPFSAdaptiveVFS, Asyncify, defaults',
    source: WA_SOURCE,
    atomic: true,
  },
  'idb-batch-atomic': {
    library: 'wa-sqlite',
    setting: 'IDBBatchAtomicVFS, Asyncify, defaults',
    source: WA_SOURCE,
    atomic: true,
  },
  'opfs-writable': {
    library: 'browser',
    setting: 'createWritable(), a file per value',
    source: 'https://developer.mozilla.org/docs/Web/API/FileSystemFileHandle/createWritable',
    atomic: false,
  },
  cache: {
    library: 'browser',
    setting: 'Cache.put(), a response per value',
    source: 'https://developer.mozilla.org/docs/Web/API/Cache/put',
    atomic: false,
  },
  'local-storage': {
    library: 'browser',
    setting: 'setItem()',
    source: 'https://developer.mozilla.org/docs/Web/API/Window/localStorage',
    atomic: false,
  },
};

/** What was counted for one contender in one browser: see `npm run syncs -w labs`. */
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

export const syncsOf = (contender: ContenderId, browser?: string, allCounts: readonly SyncCounts[] = SYNC_COUNTS) =>
  newestCount(contender, allCounts, browser);

/** The class in which a contender is ranked. What nobody has counted promises nothing. */
export function classOf(contender: ContenderId): CommitClass {
  const syncs = syncsOf(contender);
  return syncs ? commitClass(syncs.count) : 'unsynced';
}

/** A contender that keeps half a transaction is a floor for the others of its class, and has no place among them. */
export const isRanked = (contender: ContenderId) => CONTENDERS[contender].atomic;

/** What a page downloads for a contender, compressed with gzip: `npm run shipped -w wasm-core` builds and weighs it. */
export const shippedBytes = (contender: ContenderId): number => (bytes as Record<string, number>)[contender] ?? 0;
