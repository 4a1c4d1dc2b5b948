import createModule from '@journeyapps/wa-sqlite/dist/wa-sqlite.mjs';
import { OPFSCoopSyncVFS } from '@journeyapps/wa-sqlite/src/examples/OPFSCoopSyncVFS.js';
import * as SQLite from '@journeyapps/wa-sqlite';
import type { Adapter } from './contender.ts';
import { WaSqliteStore } from './wa-sqlite.ts';

/** SQLite on handles that its tabs hand to one another. */
export const coop: Adapter = {
  async open() {
    const module: unknown = await createModule();
    const sqlite3 = SQLite.Factory(module);
    sqlite3.vfs_register(await OPFSCoopSyncVFS.create('coop', module), true);
    return WaSqliteStore.open(sqlite3, await sqlite3.open_v2('coop.db'));
  },
};
