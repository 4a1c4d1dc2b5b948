import createModule from '@journeyapps/wa-sqlite/dist/wa-sqlite-async.mjs';
import { OPFSAnyContextVFS } from '@journeyapps/wa-sqlite/src/examples/OPFSAnyContextVFS.js';
import type { Stores } from '../adapter.ts';
import { waSqlite } from '../wa-sqlite.ts';

/** SQLite on files that are read as blobs and written as streams, so that a page can do it, too. */
export const stores: Stores = {
  'any-context': waSqlite(createModule, OPFSAnyContextVFS, 'any-context', { mayStay: true }),
};
