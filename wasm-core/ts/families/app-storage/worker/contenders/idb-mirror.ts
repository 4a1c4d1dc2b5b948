import createModule from '@journeyapps/wa-sqlite/dist/wa-sqlite-async.mjs';
import { IDBMirrorVFS } from '@journeyapps/wa-sqlite/src/examples/IDBMirrorVFS.js';
import { nameOf } from '../place.ts';
import type { Adapter, Stores } from '../adapter.ts';
import { once } from '../once.ts';
import { WaSqliteStore } from '../wa-sqlite.ts';

const loadModule = once<unknown>(createModule);

/** SQLite in memory, of which IndexedDB has a copy that its tabs follow. */
const idbMirror: Adapter = {
  mayStay: true,
  async open() {
    const module = await loadModule();
    return WaSqliteStore.openOn(module, await IDBMirrorVFS.create(nameOf('idb-mirror'), module), 'idb-mirror.db');
  },
};

export const stores: Stores = { 'idb-mirror': idbMirror };
