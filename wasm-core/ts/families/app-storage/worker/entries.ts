import { type ContenderId, CONTENDERS, type Need } from '@opfsmark/schema/families/app-storage/contender-ids';
import type { Maybe } from '../../../stores/store.ts';
import type { Entry, Stores } from './adapter.ts';

const HANDLE_FILE = 'probe';

/** TypeScript's own declarations do not have the option yet. */
interface FileHandle extends FileSystemFileHandle {
  createSyncAccessHandle(options?: { mode: 'readwrite-unsafe' }): Promise<FileSystemSyncAccessHandle>;
}

const hasSyncHandles = () => typeof FileSystemSyncAccessHandle !== 'undefined';

/** Only by opening two handles of one file can a browser be asked whether it lets them share it. */
async function hasSharedHandles(): Promise<boolean> {
  const root = await navigator.storage.getDirectory();
  const file: FileHandle = await root.getFileHandle(HANDLE_FILE, { create: true });
  const mode = { mode: 'readwrite-unsafe' } as const;
  const handle = await file.createSyncAccessHandle(mode);
  try {
    (await file.createSyncAccessHandle(mode)).close();
    return true;
  } catch {
    return false;
  } finally {
    handle.close();
  }
}

/** Whether a worker here has what a contender needs. */
const HAS: Readonly<Record<Need, () => Maybe<boolean>>> = {
  sync_handles: hasSyncHandles,
  shared_handles: hasSharedHandles,
  create_writable: () => 'createWritable' in FileSystemFileHandle.prototype,
  indexeddb: () => typeof indexedDB !== 'undefined',
  cache: () => typeof caches !== 'undefined',
  /** The browser can suspend a call into WebAssembly by itself. */
  jspi: () => 'Suspending' in WebAssembly,
  shared_memory: () => globalThis.crossOriginIsolated,
};

/** A contender by its line in the schema's table. Each file is a chunk of its own: nobody loads a library that was not chosen. */
export function entryOf(id: ContenderId): Entry {
  const { adapter, needs, isCounted = false } = CONTENDERS[id];
  return {
    isCounted,
    async missing() {
      // A page that is measured with it stands still meanwhile.
      if (adapter === null) return 'page_only';
      for (const need of needs) if (!(await HAS[need]())) return `no_${need}`;
      return null;
    },
    async load() {
      const { stores } = (await import(`./contenders/${adapter}.ts`)) as { readonly stores: Stores };
      const store = stores[id];
      if (!store) throw new Error(`contenders/${adapter}.ts has no ${id}`);
      return store;
    },
  };
}
