import createModule from '@journeyapps/wa-sqlite/dist/wa-sqlite-jspi.mjs';
import { OPFSAdaptiveVFS } from '@journeyapps/wa-sqlite/src/examples/OPFSAdaptiveVFS.js';
import type { Adapter, Stores } from '../adapter.ts';
import { sharesHandles } from '../handles.ts';
import { once } from '../once.ts';
import { WaSqliteStore } from '../wa-sqlite.ts';

const loadModule = once<unknown>(createModule);

/** As `adaptive`, but it is the browser that suspends a call which waits. */
const adaptiveJspi: Adapter = {
  // Else it keeps its lock when it is closed.
  mayStay: sharesHandles(),
  async open() {
    const module = await loadModule();
    return WaSqliteStore.openOn(module, await OPFSAdaptiveVFS.create('adaptive-jspi', module), 'adaptive-jspi.db');
  },
};

export const stores: Stores = { 'adaptive-jspi': adaptiveJspi };
