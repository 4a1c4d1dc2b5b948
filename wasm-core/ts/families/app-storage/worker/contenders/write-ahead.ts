import createModule from '@journeyapps/wa-sqlite/dist/wa-sqlite.mjs';
import { OPFSWriteAheadVFS } from '@journeyapps/wa-sqlite/src/examples/OPFSWriteAheadVFS.js';
import type { Adapter, Stores } from '../adapter.ts';
import { once } from '../once.ts';
import { WaSqliteStore } from '../wa-sqlite.ts';

const loadModule = once<unknown>(createModule);

/** SQLite on handles that its tabs share, with a log of its own. */
function writeAhead(synchronous: 'full' | 'normal'): Adapter {
  return {
    mayStay: true,
    async open() {
      const module = await loadModule();
      const vfs = await OPFSWriteAheadVFS.create('write-ahead', module);
      // Its locks and channels are named after the file, wherever that is.
      const name = `write-ahead-${synchronous}.db`;
      return WaSqliteStore.openOn(module, vfs, name, `PRAGMA synchronous = ${synchronous}`);
    },
  };
}

export const stores: Stores = { 'write-ahead': writeAhead('full'), 'write-ahead-normal': writeAhead('normal') };
