import sqlite3InitModule from '@sqlite.org/sqlite-wasm';

/** Read by SQLite when it is loaded; its declarations do not have it. */
interface WithConfig {
  sqlite3ApiConfig?: { disable: { vfs: Record<string, boolean> } };
}

/**
 * SQLite's own build for its pool of sync access handles. The VFSes `opfs` and `opfs-wl` are not installed: each starts a
 * worker of its own, which nobody here uses and which in Firefox may never run, so that loading never ends.
 */
export function loadSqlite(): ReturnType<typeof sqlite3InitModule> {
  const config: WithConfig['sqlite3ApiConfig'] = {
    disable: { vfs: { opfs: true, 'opfs-vfs': true, 'opfs-wl': true } },
  };
  (globalThis as WithConfig).sqlite3ApiConfig = config;
  return sqlite3InitModule();
}
