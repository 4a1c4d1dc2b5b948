import createModule from '@journeyapps/wa-sqlite/dist/wa-sqlite-jspi.mjs';
import { OPFSAnyContextVFS } from '@journeyapps/wa-sqlite/src/examples/OPFSAnyContextVFS.js';
import type { Stores } from '../adapter.ts';
import { waSqlite } from '../wa-sqlite.ts';

/** As `any-context`, but it is the browser that suspends a call which waits. */
export const stores: Stores = {
  'any-context-jspi': waSqlite(createModule, OPFSAnyContextVFS, 'any-context-jspi', { mayStay: true }),
};
