import createModule from '@journeyapps/wa-sqlite/dist/wa-sqlite.mjs';
import { OPFSCoopSyncVFS } from '@journeyapps/wa-sqlite/src/examples/OPFSCoopSyncVFS.js';
import type { Stores } from '../adapter.ts';
import { waSqlite } from '../wa-sqlite.ts';

/** SQLite on handles that its tabs hand to one another. */
export const stores: Stores = { coop: waSqlite(createModule, OPFSCoopSyncVFS, 'coop') };
