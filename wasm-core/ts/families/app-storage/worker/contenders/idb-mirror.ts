import createModule from '@journeyapps/wa-sqlite/dist/wa-sqlite-async.mjs';
import { IDBMirrorVFS } from '@journeyapps/wa-sqlite/src/examples/IDBMirrorVFS.js';
import type { Stores } from '../adapter.ts';
import { nameOf } from '../place.ts';
import { waSqlite } from '../wa-sqlite.ts';

/** SQLite in memory, of which IndexedDB has a copy that its tabs follow. */
export const stores: Stores = {
  'idb-mirror': waSqlite(createModule, IDBMirrorVFS, 'idb-mirror', { name: () => nameOf('idb-mirror'), mayStay: true }),
};
