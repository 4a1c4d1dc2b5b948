import type { Factory } from '@journeyapps/wa-sqlite';

/** A database of wa-sqlite: executes statements, and says how many rows they found or changed. */
export interface WaSqlite {
  exec(sql: string): Promise<number>;
  /** The first column of the first row. */
  value(sql: string): Promise<number>;
  close(): Promise<void>;
}

type SqliteApi = ReturnType<typeof Factory>;
type CreateVfs = (module: unknown) => Promise<SQLiteVFS>;

export async function openWaSqlite(createVfs: CreateVfs): Promise<WaSqlite> {
  const { default: createModule } = await import('@journeyapps/wa-sqlite/dist/wa-sqlite.mjs');
  const { Factory: createApi } = await import('@journeyapps/wa-sqlite');
  const module: unknown = await createModule();
  const sqlite3: SqliteApi = createApi(module);
  sqlite3.vfs_register(await createVfs(module), true);
  const db = await sqlite3.open_v2('app.db');
  return {
    async exec(sql) {
      let found = 0;
      await sqlite3.exec(db, sql, () => void found++);
      return /^\s*select/i.test(sql) ? found : sqlite3.changes(db);
    },
    async value(sql) {
      let value = Number.NaN;
      await sqlite3.exec(db, sql, ([first]) => void (value = Number(first)));
      return value;
    },
    async close() {
      await sqlite3.close(db);
    },
  };
}
