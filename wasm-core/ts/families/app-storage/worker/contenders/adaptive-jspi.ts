import createModule from '@journeyapps/wa-sqlite/dist/wa-sqlite-jspi.mjs';
import { OPFSAdaptiveVFS } from '@journeyapps/wa-sqlite/src/examples/OPFSAdaptiveVFS.js';
import type { Stores } from '../adapter.ts';
import { sharesHandles } from '../handles.ts';
import { waSqlite } from '../wa-sqlite.ts';

/** As `adaptive`, but it is the browser that suspends a call which waits. */
export const stores: Stores = {
  'adaptive-jspi': waSqlite(createModule, OPFSAdaptiveVFS, 'adaptive-jspi', { mayStay: sharesHandles() }),
};
