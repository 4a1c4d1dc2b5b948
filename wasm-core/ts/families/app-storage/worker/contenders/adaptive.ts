import createModule from '@journeyapps/wa-sqlite/dist/wa-sqlite-async.mjs';
import { OPFSAdaptiveVFS } from '@journeyapps/wa-sqlite/src/examples/OPFSAdaptiveVFS.js';
import * as SQLite from '@journeyapps/wa-sqlite';
import type { Adapter } from './contender.ts';
import { WaSqliteStore } from './wa-sqlite.ts';

/** SQLite on handles that its tabs share where the browser lets them, and else hand to one another. */
export const adaptive: Adapter = {
  async open() {
    const module: unknown = await createModule();
    const sqlite3 = SQLite.Factory(module);
    sqlite3.vfs_register(await OPFSAdaptiveVFS.create('adaptive', module), true);
    return WaSqliteStore.open(sqlite3, await sqlite3.open_v2('adaptive.db'));
  },
};
