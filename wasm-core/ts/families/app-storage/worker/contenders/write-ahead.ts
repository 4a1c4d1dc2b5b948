import createModule from '@journeyapps/wa-sqlite/dist/wa-sqlite.mjs';
import { OPFSWriteAheadVFS } from '@journeyapps/wa-sqlite/src/examples/OPFSWriteAheadVFS.js';
import type { Stores } from '../adapter.ts';
import { waSqlite } from '../wa-sqlite.ts';

/** SQLite on handles that its tabs share, with a log of its own. Its locks and channels are named after the file, wherever that is. */
const writeAhead = (synchronous: 'full' | 'normal') =>
  waSqlite(createModule, OPFSWriteAheadVFS, `write-ahead-${synchronous}`, {
    name: () => 'write-ahead',
    pragmas: `PRAGMA synchronous = ${synchronous}`,
    mayStay: true,
  });

export const stores: Stores = { 'write-ahead': writeAhead('full'), 'write-ahead-normal': writeAhead('normal') };
