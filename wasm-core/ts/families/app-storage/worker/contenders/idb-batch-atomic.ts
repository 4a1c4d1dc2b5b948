import createModule from '@journeyapps/wa-sqlite/dist/wa-sqlite-async.mjs';
import { IDBBatchAtomicVFS } from '@journeyapps/wa-sqlite/src/examples/IDBBatchAtomicVFS.js';
import { nameOf } from '../place.ts';
import type { Adapter, Stores } from '../adapter.ts';
import { once } from '../once.ts';
import { WaSqliteStore } from '../wa-sqlite.ts';

const loadModule = once<unknown>(createModule);

/** SQLite whose pages are rows of IndexedDB. */
const idbBatchAtomic: Adapter = {
  mayStay: true,
  async open() {
    const module = await loadModule();
    return WaSqliteStore.openOn(
      module,
      await IDBBatchAtomicVFS.create(nameOf('idb-batch-atomic'), module),
      'idb-batch-atomic.db',
    );
  },
};

export const stores: Stores = { 'idb-batch-atomic': idbBatchAtomic };
