import createModule from '@journeyapps/wa-sqlite/dist/wa-sqlite-async.mjs';
import { OPFSAdaptiveVFS } from '@journeyapps/wa-sqlite/src/examples/OPFSAdaptiveVFS.js';
import type { Stores } from '../adapter.ts';
import { sharesHandles } from '../handles.ts';
import { waSqlite } from '../wa-sqlite.ts';

/** SQLite on handles that its tabs share where the browser lets them, and else hand to one another: then it keeps its lock when it is closed. */
export const stores: Stores = {
  adaptive: waSqlite(createModule, OPFSAdaptiveVFS, 'adaptive', { mayStay: sharesHandles() }),
};
