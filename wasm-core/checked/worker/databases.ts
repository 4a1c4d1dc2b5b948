import type { Factory } from '@journeyapps/wa-sqlite';

/** The two waits of IndexedDB, as a page that uses no library writes them. */

export function resultOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('the request failed'));
  });
}

export function completed(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error('the transaction was aborted'));
  });
}

/** A database with one store, `rows`, whose keys are a property. */
export function openDatabase(name: string, keyPath: string, indexes: readonly string[] = []): Promise<IDBDatabase> {
  const opening = indexedDB.open(name, 1);
  opening.onupgradeneeded = () => {
    const rows = opening.result.createObjectStore('rows', { keyPath });
    for (const index of indexes) rows.createIndex(index, index);
  };
  return resultOf(opening);
}

/** A database of wa-sqlite: executes statements, and says how many rows they found or changed. */
interface WaSqlite {
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
