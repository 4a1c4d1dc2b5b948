import createModule from '@journeyapps/wa-sqlite/dist/wa-sqlite-async.mjs';
import { IDBBatchAtomicVFS } from '@journeyapps/wa-sqlite/src/examples/IDBBatchAtomicVFS.js';
import type { Stores } from '../adapter.ts';
import { nameOf } from '../place.ts';
import { waSqlite } from '../wa-sqlite.ts';

/** SQLite whose pages are rows of IndexedDB. */
export const stores: Stores = {
  'idb-batch-atomic': waSqlite(createModule, IDBBatchAtomicVFS, 'idb-batch-atomic', {
    name: () => nameOf('idb-batch-atomic'),
    mayStay: true,
  }),
};
