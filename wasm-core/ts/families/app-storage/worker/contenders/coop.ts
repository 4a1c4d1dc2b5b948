import createModule from '@journeyapps/wa-sqlite/dist/wa-sqlite.mjs';
import { OPFSCoopSyncVFS } from '@journeyapps/wa-sqlite/src/examples/OPFSCoopSyncVFS.js';
import type { Adapter, Stores } from '../adapter.ts';
import { once } from '../once.ts';
import { WaSqliteStore } from '../wa-sqlite.ts';

const loadModule = once<unknown>(createModule);

/** SQLite on handles that its tabs hand to one another. */
const coop: Adapter = {
  async open() {
    const module = await loadModule();
    return WaSqliteStore.openOn(module, await OPFSCoopSyncVFS.create('coop', module), 'coop.db');
  },
};

export const stores: Stores = { coop };
