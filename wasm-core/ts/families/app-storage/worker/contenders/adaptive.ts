import createModule from '@journeyapps/wa-sqlite/dist/wa-sqlite-async.mjs';
import { OPFSAdaptiveVFS } from '@journeyapps/wa-sqlite/src/examples/OPFSAdaptiveVFS.js';
import type { Adapter, Stores } from '../adapter.ts';
import { sharesHandles } from '../handles.ts';
import { once } from '../once.ts';
import { WaSqliteStore } from '../wa-sqlite.ts';

const loadModule = once<unknown>(createModule);

/** SQLite on handles that its tabs share where the browser lets them, and else hand to one another. */
const adaptive: Adapter = {
  // Else it keeps its lock when it is closed.
  mayStay: sharesHandles(),
  async open() {
    const module = await loadModule();
    return WaSqliteStore.openOn(module, await OPFSAdaptiveVFS.create('adaptive', module), 'adaptive.db');
  },
};

export const stores: Stores = { adaptive };
