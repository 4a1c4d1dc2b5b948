import createModule from '@journeyapps/wa-sqlite/dist/wa-sqlite-jspi.mjs';
import { OPFSAdaptiveVFS } from '@journeyapps/wa-sqlite/src/examples/OPFSAdaptiveVFS.js';
import type { Adapter } from './contender.ts';
import { WaSqliteStore } from './wa-sqlite.ts';

/** As `adaptive`, but it is the browser that suspends a call which waits. */
export const adaptiveJspi: Adapter = {
  async open() {
    const module: unknown = await createModule();
    return WaSqliteStore.openOn(module, await OPFSAdaptiveVFS.create('adaptive-jspi', module), 'adaptive-jspi.db');
  },
};
