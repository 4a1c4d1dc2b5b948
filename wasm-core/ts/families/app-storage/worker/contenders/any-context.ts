import createModule from '@journeyapps/wa-sqlite/dist/wa-sqlite-async.mjs';
import { OPFSAnyContextVFS } from '@journeyapps/wa-sqlite/src/examples/OPFSAnyContextVFS.js';
import type { Adapter } from './contender.ts';
import { WaSqliteStore } from './wa-sqlite.ts';

/** SQLite on files that are read as blobs and written as streams, so that a page can do it, too. */
export const anyContext: Adapter = {
  async open() {
    const module: unknown = await createModule();
    return WaSqliteStore.openOn(module, await OPFSAnyContextVFS.create('any-context', module), 'any-context.db');
  },
};
