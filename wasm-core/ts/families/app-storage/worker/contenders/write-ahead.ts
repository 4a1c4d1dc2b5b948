import createModule from '@journeyapps/wa-sqlite/dist/wa-sqlite.mjs';
import { OPFSWriteAheadVFS } from '@journeyapps/wa-sqlite/src/examples/OPFSWriteAheadVFS.js';
import * as SQLite from '@journeyapps/wa-sqlite';
import type { Adapter } from './contender.ts';
import { WaSqliteStore } from './wa-sqlite.ts';

/** SQLite on handles that its tabs share, with a log of its own. */
export function writeAhead(synchronous: 'full' | 'normal'): Adapter {
  return {
    async open() {
      const module: unknown = await createModule();
      const sqlite3 = SQLite.Factory(module);
      sqlite3.vfs_register(await OPFSWriteAheadVFS.create('write-ahead', module), true);
      // Its locks and channels are named after the file, wherever that is.
      const db = await sqlite3.open_v2(`write-ahead-${synchronous}.db`);
      await sqlite3.exec(db, `PRAGMA synchronous = ${synchronous}`);
      return WaSqliteStore.open(sqlite3, db);
    },
  };
}
