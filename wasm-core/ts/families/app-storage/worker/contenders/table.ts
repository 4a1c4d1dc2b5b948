import type { ContenderId } from '@opfsmark/schema/families/app-storage/contender-ids';
import type { MissingReason } from '@opfsmark/schema/families/app-storage/schema';
import type { Entry } from './contender.ts';

const HANDLE_FILE = 'probe';

/** TypeScript's own declarations do not have the option yet. */
interface FileHandle extends FileSystemFileHandle {
  createSyncAccessHandle(options?: { mode: 'readwrite-unsafe' }): Promise<FileSystemSyncAccessHandle>;
}

function needSyncHandles(): MissingReason | null {
  return typeof FileSystemSyncAccessHandle === 'undefined' ? 'no_sync_handles' : null;
}

/** Only by opening two handles of one file can a browser be asked whether it lets them share it. */
async function needSharedHandles(): Promise<MissingReason | null> {
  const reason = needSyncHandles();
  if (reason) return reason;
  const root = await navigator.storage.getDirectory();
  const file: FileHandle = await root.getFileHandle(HANDLE_FILE, { create: true });
  const mode = { mode: 'readwrite-unsafe' } as const;
  const handle = await file.createSyncAccessHandle(mode);
  try {
    (await file.createSyncAccessHandle(mode)).close();
    return null;
  } catch {
    return 'no_shared_handles';
  } finally {
    handle.close();
  }
}

const needIndexedDb = (): MissingReason | null => (typeof indexedDB === 'undefined' ? 'no_indexeddb' : null);

/** Whether the browser can suspend a call into WebAssembly by itself. */
const hasJspi = () => 'Suspending' in WebAssembly;
const needJspi = (): MissingReason | null => needSyncHandles() ?? (hasJspi() ? null : 'no_jspi');
const needSharedMemory = (): MissingReason | null =>
  needSyncHandles() ?? (globalThis.crossOriginIsolated ? null : 'no_shared_memory');
const needWritable = (): MissingReason | null =>
  'createWritable' in FileSystemFileHandle.prototype ? null : 'no_create_writable';

const WAL = 'PRAGMA locking_mode = exclusive; PRAGMA journal_mode = wal;';

/** How to load each contender. Each is a chunk of its own: nobody loads a library that was not chosen. */
export const ENTRIES: Readonly<Record<ContenderId, Entry>> = {
  'opfs-sync': {
    missing: needSyncHandles,
    load: async () => (await import('./sync-handle.ts')).syncHandle(true),
    counted: true,
  },
  'opfs-sync-unflushed': {
    missing: needSyncHandles,
    load: async () => (await import('./sync-handle.ts')).syncHandle(false),
    counted: true,
  },
  'idb-strict': {
    missing: needIndexedDb,
    load: async () => (await import('./indexeddb.ts')).indexedDb('strict'),
    counted: false,
  },
  'idb-relaxed': {
    missing: needIndexedDb,
    load: async () => (await import('./indexeddb.ts')).indexedDb('relaxed'),
    counted: false,
  },
  'dexie-strict': {
    missing: needIndexedDb,
    load: async () => (await import('./dexie.ts')).dexie('strict'),
    counted: false,
  },
  'dexie-relaxed': {
    missing: needIndexedDb,
    load: async () => (await import('./dexie.ts')).dexie('relaxed'),
    counted: false,
  },
  localforage: {
    missing: needIndexedDb,
    load: async () => (await import('./localforage.ts')).localForage,
    counted: false,
  },
  sahpool: {
    missing: needSyncHandles,
    load: async () => (await import('./sahpool.ts')).sahpool(''),
    counted: true,
  },
  'sahpool-wal': {
    missing: needSyncHandles,
    load: async () => (await import('./sahpool.ts')).sahpool(`${WAL} PRAGMA synchronous = full`),
    counted: true,
  },
  'sahpool-wal-normal': {
    missing: needSyncHandles,
    load: async () => (await import('./sahpool.ts')).sahpool(`${WAL} PRAGMA synchronous = normal`),
    counted: true,
  },
  coop: { missing: needSyncHandles, load: async () => (await import('./coop.ts')).coop, counted: true },
  'write-ahead': {
    missing: needSharedHandles,
    load: async () => (await import('./write-ahead.ts')).writeAhead('full'),
    counted: true,
  },
  'write-ahead-normal': {
    missing: needSharedHandles,
    load: async () => (await import('./write-ahead.ts')).writeAhead('normal'),
    counted: true,
  },
  adaptive: {
    missing: needSyncHandles,
    load: async () => (await import('./adaptive.ts')).adaptive,
    counted: true,
  },
  'idb-batch-atomic': {
    missing: needIndexedDb,
    load: async () => (await import('./idb-batch-atomic.ts')).idbBatchAtomic,
    counted: false,
  },
  'opfs-writable': {
    missing: needWritable,
    load: async () => (await import('./writable.ts')).writable,
    counted: false,
  },
  cache: {
    missing: () => (typeof caches === 'undefined' ? 'no_cache' : null),
    load: async () => (await import('./cache.ts')).cache,
    counted: false,
  },
  'sqlite-opfs': {
    missing: needSharedMemory,
    load: async () => (await import('./sqlite-opfs.ts')).sqliteOpfs('opfs'),
    counted: false,
  },
  'sqlite-opfs-wl': {
    missing: needSharedMemory,
    load: async () => (await import('./sqlite-opfs.ts')).sqliteOpfs('opfs-wl'),
    counted: false,
  },
  'adaptive-jspi': {
    missing: needJspi,
    load: async () => (await import('./adaptive-jspi.ts')).adaptiveJspi,
    counted: true,
  },
  'any-context': {
    missing: needWritable,
    load: async () => (await import('./any-context.ts')).anyContext,
    counted: false,
  },
  'any-context-jspi': {
    missing: () => needWritable() ?? needJspi(),
    load: async () => (await import('./any-context-jspi.ts')).anyContextJspi,
    counted: false,
  },
  'idb-mirror': {
    missing: needIndexedDb,
    load: async () => (await import('./idb-mirror.ts')).idbMirror,
    counted: false,
  },
  duckdb: { missing: needSyncHandles, load: async () => (await import('./duckdb.ts')).duckdb, counted: false },
  // A worker has none, and a page that is measured with it stands still meanwhile.
  'local-storage': {
    missing: () => 'page_only',
    load: () => Promise.reject(new Error('localStorage is not there in a worker')),
    counted: false,
  },
};
