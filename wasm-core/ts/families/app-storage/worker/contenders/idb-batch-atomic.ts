import createModule from '@journeyapps/wa-sqlite/dist/wa-sqlite-async.mjs';
import { IDBBatchAtomicVFS } from '@journeyapps/wa-sqlite/src/examples/IDBBatchAtomicVFS.js';
import { nameOf } from '../place.ts';
import type { Adapter, Stores } from '../adapter.ts';
import { WaSqliteStore } from '../wa-sqlite.ts';

/** SQLite whose pages are rows of IndexedDB. */
const idbBatchAtomic: Adapter = {
  async open() {
    const module: unknown = await createModule();
    return WaSqliteStore.openOn(
      module,
      await IDBBatchAtomicVFS.create(nameOf('idb-batch-atomic'), module),
      'idb-batch-atomic.db',
    );
  },
};

export const stores: Stores = { 'idb-batch-atomic': idbBatchAtomic };
