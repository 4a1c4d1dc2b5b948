import createModule from '@journeyapps/wa-sqlite/dist/wa-sqlite-async.mjs';
import { OPFSAnyContextVFS } from '@journeyapps/wa-sqlite/src/examples/OPFSAnyContextVFS.js';
import type { Adapter, Stores } from '../adapter.ts';
import { once } from '../once.ts';
import { WaSqliteStore } from '../wa-sqlite.ts';

const loadModule = once<unknown>(createModule);

/** SQLite on files that are read as blobs and written as streams, so that a page can do it, too. */
const anyContext: Adapter = {
  mayStay: true,
  async open() {
    const module = await loadModule();
    return WaSqliteStore.openOn(module, await OPFSAnyContextVFS.create('any-context', module), 'any-context.db');
  },
};

export const stores: Stores = { 'any-context': anyContext };
