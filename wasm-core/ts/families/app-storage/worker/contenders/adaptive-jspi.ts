import createModule from '@journeyapps/wa-sqlite/dist/wa-sqlite-jspi.mjs';
import { OPFSAdaptiveVFS } from '@journeyapps/wa-sqlite/src/examples/OPFSAdaptiveVFS.js';
import type { Adapter, Stores } from '../adapter.ts';
import { WaSqliteStore } from '../wa-sqlite.ts';

/** As `adaptive`, but it is the browser that suspends a call which waits. */
const adaptiveJspi: Adapter = {
  async open() {
    const module: unknown = await createModule();
    return WaSqliteStore.openOn(module, await OPFSAdaptiveVFS.create('adaptive-jspi', module), 'adaptive-jspi.db');
  },
};

export const stores: Stores = { 'adaptive-jspi': adaptiveJspi };
