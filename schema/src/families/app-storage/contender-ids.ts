import { KIB } from '../../documents/units.ts';

export const ROW_BYTES = KIB;
/** A scan reads this many rows at once. */
export const SCAN_ROWS = 100;

/** While a page reloads itself, each contender puts no more rows than these. */
export const MAX_RELOAD_ROWS = 1000;

/** The probe that tells the engines of IndexedDB apart: small rows, whose number decides how long a round takes. */
export const IDB_PROBE_ROWS = 1000;
export const IDB_PROBE_ROUNDS = 7;

/** Where several use one store at once: the rows of a migration, of the puts one by one, and of what one puts while others read. */
export const CONTENDED_ROWS = { migrated: 5, puts: 3, batch: 25 } as const;

/** The part that a contender is made of: a package of npm, or the browser itself. */
const LIBRARY_IDS = ['browser', 'dexie', 'localforage', 'sqlite-wasm', 'wa-sqlite', 'duckdb-wasm'] as const;
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
  'duckdb-wasm': { package: '@duckdb/duckdb-wasm', version: '1.32.0', licence: 'MIT' },
};

/** What a browser may lack. */
export const NEEDS = [
  'sync_handles',
  'shared_handles',
  'create_writable',
  'indexeddb',
  'cache',
  'jspi',
  'shared_memory',
] as const;
export type Need = (typeof NEEDS)[number];

/** A library or an API of the browser, in one setting. */
interface Contender {
  /** Names of products and interfaces are the same in nearly all languages: see `STORES`. */
  readonly name: string;
  readonly library: LibraryId;
  /** The switches that it is opened with, as its documentation writes them. */
  readonly setting: string;
  /** Where its documentation explains them. */
  readonly source: string;
  /** Whether a transaction is kept wholly or not at all. One that is not is a floor for the others and is never ranked. */
  readonly atomic: boolean;
  /** Its file in `contenders` of wasm-core, without its ending; `null`: no worker has it. */
  readonly adapter: string | null;
  /** What a browser must have for it; what it lacks first is told. */
  readonly needs: readonly Need[];
  /** All that it asks of storage is asked through sync access handles in its own worker, where it can be counted. */
  readonly isCounted?: true;
  /** A file, a response or a call per row, or a row of IndexedDB per page: a loop takes as long as three to ten of another. */
  readonly slow?: true;
}

const IDB_SOURCE = 'https://developer.mozilla.org/docs/Web/API/IDBDatabase/transaction';
const HANDLE_SOURCE = 'https://developer.mozilla.org/docs/Web/API/FileSystemSyncAccessHandle/flush';
const DEXIE_SOURCE = 'https://dexie.org/docs/Dexie/Dexie';
const SAHPOOL_SOURCE = 'https://sqlite.org/wasm/doc/trunk/persistence.md';
const WAL_SOURCE = 'https://sqlite.org/wal.html';
const WA_SOURCE = 'https://github.com/powersync-ja/wa-sqlite/tree/master/src/examples';

/** One line for each. */
const TABLE = {
  'opfs-sync': {
    name: 'OPFS sync handle',
    library: 'browser',
    setting: 'flush() after each commit',
    source: HANDLE_SOURCE,
    atomic: false,
    adapter: 'sync-handle',
    needs: ['sync_handles'],
    isCounted: true,
  },
  'opfs-sync-unflushed': {
    name: 'OPFS sync handle, unflushed',
    library: 'browser',
    setting: 'no flush()',
    source: HANDLE_SOURCE,
    atomic: false,
    adapter: 'sync-handle',
    needs: ['sync_handles'],
    isCounted: true,
  },
  'idb-strict': {
    name: 'IndexedDB strict',
    library: 'browser',
    setting: "durability: 'strict'",
    source: IDB_SOURCE,
    atomic: true,
    adapter: 'indexeddb',
    needs: ['indexeddb'],
  },
  'idb-relaxed': {
    name: 'IndexedDB relaxed',
    library: 'browser',
    setting: "durability: 'relaxed'",
    source: IDB_SOURCE,
    atomic: true,
    adapter: 'indexeddb',
    needs: ['indexeddb'],
  },
  'dexie-strict': {
    name: 'Dexie strict',
    library: 'dexie',
    setting: "chromeTransactionDurability: 'strict'",
    source: DEXIE_SOURCE,
    atomic: true,
    adapter: 'dexie',
    needs: ['indexeddb'],
  },
  'dexie-relaxed': {
    name: 'Dexie relaxed',
    library: 'dexie',
    setting: "chromeTransactionDurability: 'relaxed'",
    source: DEXIE_SOURCE,
    atomic: true,
    adapter: 'dexie',
    needs: ['indexeddb'],
  },
  localforage: {
    name: 'localForage',
    library: 'localforage',
    setting: 'driver: INDEXEDDB, a call per value',
    source: 'https://localforage.github.io/localForage/',
    atomic: false,
    adapter: 'localforage',
    needs: ['indexeddb'],
    slow: true,
  },
  sahpool: {
    name: 'SQLite opfs-sahpool',
    library: 'sqlite-wasm',
    setting: 'opfs-sahpool, defaults',
    source: SAHPOOL_SOURCE,
    atomic: true,
    adapter: 'sahpool',
    needs: ['sync_handles'],
    isCounted: true,
  },
  'sahpool-wal': {
    name: 'SQLite opfs-sahpool (WAL)',
    library: 'sqlite-wasm',
    setting: 'opfs-sahpool, locking_mode=exclusive, journal_mode=wal, synchronous=full',
    source: WAL_SOURCE,
    atomic: true,
    adapter: 'sahpool',
    needs: ['sync_handles'],
    isCounted: true,
  },
  'sahpool-wal-normal': {
    name: 'SQLite opfs-sahpool (WAL, normal)',
    library: 'sqlite-wasm',
    setting: 'opfs-sahpool, locking_mode=exclusive, journal_mode=wal, synchronous=normal',
    source: WAL_SOURCE,
    atomic: true,
    adapter: 'sahpool',
    needs: ['sync_handles'],
    isCounted: true,
  },
  coop: {
    name: 'wa-sqlite OPFSCoopSync',
    library: 'wa-sqlite',
    setting: 'OPFSCoopSyncVFS, defaults',
    source: WA_SOURCE,
    atomic: true,
    adapter: 'coop',
    needs: ['sync_handles'],
    isCounted: true,
  },
  'write-ahead': {
    name: 'wa-sqlite OPFSWriteAhead',
    library: 'wa-sqlite',
    setting: 'OPFSWriteAheadVFS, synchronous=full',
    source: WA_SOURCE,
    atomic: true,
    adapter: 'write-ahead',
    needs: ['sync_handles', 'shared_handles'],
    isCounted: true,
  },
  'write-ahead-normal': {
    name: 'wa-sqlite OPFSWriteAhead, normal',
    library: 'wa-sqlite',
    setting: 'OPFSWriteAheadVFS, synchronous=normal',
    source: WA_SOURCE,
    atomic: true,
    adapter: 'write-ahead',
    needs: ['sync_handles', 'shared_handles'],
    isCounted: true,
  },
  adaptive: {
    name: 'wa-sqlite OPFSAdaptive',
    library: 'wa-sqlite',
    setting: 'OPFSAdaptiveVFS, Asyncify, defaults',
    source: WA_SOURCE,
    atomic: true,
    adapter: 'adaptive',
    needs: ['sync_handles'],
    isCounted: true,
    slow: true,
  },
  'idb-batch-atomic': {
    name: 'wa-sqlite IDBBatchAtomic',
    library: 'wa-sqlite',
    setting: 'IDBBatchAtomicVFS, Asyncify, defaults',
    source: WA_SOURCE,
    atomic: true,
    adapter: 'idb-batch-atomic',
    needs: ['indexeddb'],
    slow: true,
  },
  'opfs-writable': {
    name: 'OPFS createWritable',
    library: 'browser',
    setting: 'createWritable(), a file per value',
    source: 'https://developer.mozilla.org/docs/Web/API/FileSystemFileHandle/createWritable',
    atomic: false,
    adapter: 'writable',
    needs: ['create_writable'],
    slow: true,
  },
  cache: {
    name: 'Cache',
    library: 'browser',
    setting: 'Cache.put(), a response per value',
    source: 'https://developer.mozilla.org/docs/Web/API/Cache/put',
    atomic: false,
    adapter: 'cache',
    needs: ['cache'],
    slow: true,
  },
  'sqlite-opfs': {
    name: 'SQLite opfs',
    library: 'sqlite-wasm',
    setting: 'opfs, defaults',
    source: SAHPOOL_SOURCE,
    atomic: true,
    adapter: 'sqlite-opfs',
    needs: ['sync_handles', 'shared_memory'],
    slow: true,
  },
  'sqlite-opfs-wl': {
    name: 'SQLite opfs-wl',
    library: 'sqlite-wasm',
    setting: 'opfs-wl, defaults',
    source: SAHPOOL_SOURCE,
    atomic: true,
    adapter: 'sqlite-opfs',
    needs: ['sync_handles', 'shared_memory'],
    slow: true,
  },
  'adaptive-jspi': {
    name: 'wa-sqlite OPFSAdaptive (JSPI)',
    library: 'wa-sqlite',
    setting: 'OPFSAdaptiveVFS, JSPI, defaults',
    source: WA_SOURCE,
    atomic: true,
    adapter: 'adaptive-jspi',
    needs: ['sync_handles', 'jspi'],
    isCounted: true,
    slow: true,
  },
  'any-context': {
    name: 'wa-sqlite OPFSAnyContext',
    library: 'wa-sqlite',
    setting: 'OPFSAnyContextVFS, Asyncify, defaults',
    source: WA_SOURCE,
    atomic: true,
    adapter: 'any-context',
    needs: ['create_writable'],
    slow: true,
  },
  'any-context-jspi': {
    name: 'wa-sqlite OPFSAnyContext (JSPI)',
    library: 'wa-sqlite',
    setting: 'OPFSAnyContextVFS, JSPI, defaults',
    source: WA_SOURCE,
    atomic: true,
    adapter: 'any-context-jspi',
    needs: ['create_writable', 'sync_handles', 'jspi'],
    slow: true,
  },
  'idb-mirror': {
    name: 'wa-sqlite IDBMirror',
    library: 'wa-sqlite',
    setting: 'IDBMirrorVFS, Asyncify, defaults',
    source: WA_SOURCE,
    atomic: false,
    adapter: 'idb-mirror',
    needs: ['indexeddb'],
    slow: true,
  },
  duckdb: {
    name: 'DuckDB-WASM',
    library: 'duckdb-wasm',
    setting: "path: 'opfs://app.db', fileHandling: 'manual', BLOBs as base64, from 64 KiB on by read_blob()",
    source: 'https://duckdb.org/docs/stable/clients/wasm/overview',
    atomic: true,
    adapter: 'duckdb',
    needs: ['sync_handles'],
    slow: true,
  },
  'local-storage': {
    name: 'localStorage',
    library: 'browser',
    setting: 'setItem()',
    source: 'https://developer.mozilla.org/docs/Web/API/Window/localStorage',
    atomic: false,
    adapter: null,
    needs: [],
  },
} as const satisfies Readonly<Record<string, Contender>>;
export type ContenderId = keyof typeof TABLE;

export const CONTENDERS: Readonly<Record<ContenderId, Contender>> = TABLE;
export const CONTENDER_IDS = Object.keys(TABLE) as ContenderId[];

export const usesIndexedDb = (contender: ContenderId) => CONTENDERS[contender].needs.includes('indexeddb');
