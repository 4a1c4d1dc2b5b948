import sqlite3InitModule from '@sqlite.org/sqlite-wasm';

/** Read by SQLite when it is loaded; its declarations do not have it. */
interface WithConfig {
  sqlite3ApiConfig?: { disable: { vfs: Record<string, boolean> } };
}

/** It gives that worker 4 s, and goes on without the VFS. */
const MAX_LOADS = 3;

/**
 * SQLite's own build. Of the VFSes `opfs` and `opfs-wl` only the one that is asked for is installed: each starts a worker of its
 * own, which in Firefox may never run, so that loading never ends.
 */
export async function loadSqlite(vfs?: 'opfs' | 'opfs-wl', loads = MAX_LOADS): ReturnType<typeof sqlite3InitModule> {
  const isWithout = (name: string) => name !== vfs;
  const config: WithConfig['sqlite3ApiConfig'] = {
    // Without both of the first two there is nothing that either is made of.
    disable: { vfs: { opfs: isWithout('opfs'), 'opfs-vfs': vfs === undefined, 'opfs-wl': isWithout('opfs-wl') } },
  };
  (globalThis as WithConfig).sqlite3ApiConfig = config;
  const sqlite3 = await sqlite3InitModule();
  const isThere = vfs === undefined || sqlite3.capi.sqlite3_vfs_find(vfs) !== 0;
  return isThere || loads === 1 ? sqlite3 : loadSqlite(vfs, loads - 1);
}
