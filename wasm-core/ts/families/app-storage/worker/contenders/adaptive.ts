import createModule from '@journeyapps/wa-sqlite/dist/wa-sqlite-async.mjs';
import { OPFSAdaptiveVFS } from '@journeyapps/wa-sqlite/src/examples/OPFSAdaptiveVFS.js';
import type { Adapter, Stores } from '../adapter.ts';
import { WaSqliteStore } from '../wa-sqlite.ts';

/** SQLite on handles that its tabs share where the browser lets them, and else hand to one another. */
const adaptive: Adapter = {
  async open() {
    const module: unknown = await createModule();
    return WaSqliteStore.openOn(module, await OPFSAdaptiveVFS.create('adaptive', module), 'adaptive.db');
  },
};

export const stores: Stores = { adaptive };
