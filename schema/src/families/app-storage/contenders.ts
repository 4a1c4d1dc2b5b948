import type { ContenderId } from './contender-ids.ts';

/** What a contender is made of: a package of npm, or the browser itself. */
const LIBRARY_IDS = ['browser', 'dexie', 'sqlite-wasm', 'wa-sqlite'] as const;
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
