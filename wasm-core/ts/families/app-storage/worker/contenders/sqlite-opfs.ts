import { loadSqlite } from '../../../../worker/load-sqlite.ts';
import { once } from '../once.ts';
import { pathOf } from '../place.ts';
import type { Adapter, Stores } from '../adapter.ts';
import { SqliteStore } from './sahpool.ts';

/** SQLite's own build on the file systems that its tabs share: a worker of its own has the handles. */
function sqliteOpfs(vfs: 'opfs' | 'opfs-wl'): Adapter {
  // It starts a worker of its own.
  const load = once(() => loadSqlite(vfs));
  return {
    mayStay: true,
    async open() {
      const sqlite3 = await load();
      // That worker sees the whole of the origin's files.
      const db = new sqlite3.oo1.DB(`file:${pathOf('app.db')}?vfs=${vfs}`, 'c');
      return new SqliteStore(db, () => undefined);
    },
  };
}

export const stores: Stores = { 'sqlite-opfs': sqliteOpfs('opfs'), 'sqlite-opfs-wl': sqliteOpfs('opfs-wl') };
