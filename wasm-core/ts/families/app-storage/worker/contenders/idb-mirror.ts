import createModule from '@journeyapps/wa-sqlite/dist/wa-sqlite-async.mjs';
import { IDBMirrorVFS } from '@journeyapps/wa-sqlite/src/examples/IDBMirrorVFS.js';
import { nameOf } from '../place.ts';
import type { Adapter, Stores } from '../adapter.ts';
import { WaSqliteStore } from '../wa-sqlite.ts';

/** SQLite in memory, of which IndexedDB has a copy that its tabs follow. */
const idbMirror: Adapter = {
  async open() {
    const module: unknown = await createModule();
    return WaSqliteStore.openOn(module, await IDBMirrorVFS.create(nameOf('idb-mirror'), module), 'idb-mirror.db');
  },
};

export const stores: Stores = { 'idb-mirror': idbMirror };
