import createModule from '@journeyapps/wa-sqlite/dist/wa-sqlite-jspi.mjs';
import { OPFSAnyContextVFS } from '@journeyapps/wa-sqlite/src/examples/OPFSAnyContextVFS.js';
import type { Adapter, Stores } from '../adapter.ts';
import { once } from '../once.ts';
import { WaSqliteStore } from '../wa-sqlite.ts';

const loadModule = once<unknown>(createModule);

/** As `any-context`, but it is the browser that suspends a call which waits. */
const anyContextJspi: Adapter = {
  mayStay: true,
  async open() {
    const module = await loadModule();
    const vfs = await OPFSAnyContextVFS.create('any-context-jspi', module);
    return WaSqliteStore.openOn(module, vfs, 'any-context-jspi.db');
  },
};

export const stores: Stores = { 'any-context-jspi': anyContextJspi };
