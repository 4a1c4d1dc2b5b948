import createModule from '@journeyapps/wa-sqlite/dist/wa-sqlite-async.mjs';
import { IDBBatchAtomicVFS } from '@journeyapps/wa-sqlite/src/examples/IDBBatchAtomicVFS.js';
import * as SQLite from '@journeyapps/wa-sqlite';
import { nameOf } from '../place.ts';
import type { Adapter } from './contender.ts';
import { WaSqliteStore } from './wa-sqlite.ts';

/** SQLite whose pages are rows of IndexedDB. */
export const idbBatchAtomic: Adapter = {
  async open() {
    const module: unknown = await createModule();
    const sqlite3 = SQLite.Factory(module);
    sqlite3.vfs_register(await IDBBatchAtomicVFS.create(nameOf('idb-batch-atomic'), module), true);
    return WaSqliteStore.open(sqlite3, await sqlite3.open_v2('idb-batch-atomic.db'));
  },
};
