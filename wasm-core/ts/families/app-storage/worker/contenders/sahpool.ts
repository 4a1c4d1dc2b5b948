import type { Database, PreparedStatement } from '@sqlite.org/sqlite-wasm';
import type { AppStore, Item, SqlTables } from '../../../../stores/store.ts';
import { loadSqlite } from '../../../../worker/load-sqlite.ts';
import { SQL, type Adapter, type Stores } from '../adapter.ts';

/** A database, its journal or log, and room for what SQLite opens for a moment. */
const POOL_FILES = 6;

/** Executes a statement: the blobs that it gives. One that has failed and is not reset keeps its lock. */
function rowsOf(statement: PreparedStatement, values: (number | Uint8Array)[]): Uint8Array[] {
  const bodies: Uint8Array[] = [];
  try {
    statement.bind(values);
    while (statement.step()) {
      const body = statement.getBlob(0);
      if (body instanceof Uint8Array) bodies.push(body);
    }
  } catch (error) {
    try {
      statement.reset();
    } catch {
      // It repeats the error of the step.
    }
    throw error;
  }
  statement.reset();
  return bodies;
}

/** Imports row by row, as its documentation does: the build has no reader of CSV. */
function tablesOf(db: Database): SqlTables {
  return {
    importCsv(table, columns, csv) {
      const types = Object.entries(columns);
      db.exec(`CREATE TABLE ${table} (${types.map(([name, type]) => `${name} ${type}`).join(', ')})`);
      const insert = db.prepare(`INSERT INTO ${table} VALUES (${types.map(() => '?').join(', ')})`);
      db.transaction(() => {
        for (const line of csv.split('\n').slice(1)) {
          const words = line.split(',');
          insert.bind(
            types.map(([, type], column) => (type === 'TEXT' ? (words[column] ?? '') : Number(words[column]))),
          );
          insert.stepReset();
        }
      });
      insert.finalize();
    },
    ask: (sql) => db.selectArrays(sql) as number[][],
    limitMemory: (bytes) => void db.exec(`PRAGMA cache_size = -${bytes / 1024}`),
  };
}

/** A database of SQLite's own build, on whichever VFS. */
export class SqliteStore implements AppStore {
  readonly #db: Database;
  readonly #release: () => void;
  readonly #put: PreparedStatement;
  readonly #get: PreparedStatement;
  readonly #range: PreparedStatement;
  readonly #remove: PreparedStatement;
  readonly sql: SqlTables;

  constructor(db: Database, release: () => void) {
    this.#db = db;
    this.#release = release;
    this.sql = tablesOf(db);
    db.exec(SQL.create);
    this.#put = db.prepare(SQL.put);
    this.#get = db.prepare(SQL.get);
    this.#range = db.prepare(SQL.range);
    this.#remove = db.prepare(SQL.remove);
  }

  putMany(items: readonly Item[]): void {
    this.#change(items.length, () => {
      for (const { key, value } of items) rowsOf(this.#put, [key, value]);
    });
  }

  get(key: number): Uint8Array | null {
    return rowsOf(this.#get, [key])[0] ?? null;
  }

  range(first: number, last: number): Uint8Array[] {
    return rowsOf(this.#range, [first, last]);
  }

  deleteMany(keys: readonly number[]): void {
    this.#change(keys.length, () => {
      for (const key of keys) rowsOf(this.#remove, [key]);
    });
  }

  async hold(items: readonly Item[], ms: number): Promise<void> {
    this.#db.exec(SQL.begin);
    try {
      for (const { key, value } of items) rowsOf(this.#put, [key, value]);
      await new Promise((resolve) => setTimeout(resolve, ms));
      this.#db.exec(SQL.commit);
    } catch (error) {
      this.#rollBack();
      throw error;
    }
  }

  /** Copies the log back into the database, which syncs both. Without a log each commit has synced already. */
  flush(): void {
    this.#db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  }

  close(): void {
    for (const statement of [this.#put, this.#get, this.#range, this.#remove]) statement.finalize();
    this.#db.close();
    this.#release();
  }

  /** One statement is a transaction by itself. */
  #change(count: number, change: () => void): void {
    if (count === 1) {
      change();
      return;
    }
    this.#db.exec(SQL.begin);
    try {
      change();
      this.#db.exec(SQL.commit);
    } catch (error) {
      this.#rollBack();
      throw error;
    }
  }

  /** On a full drive SQLite has done it before it says so. */
  #rollBack(): void {
    try {
      this.#db.exec(SQL.rollback);
    } catch {
      // The error that is told is the one before.
    }
  }
}

/** SQLite's own build on its pool of sync access handles. `pragmas` are executed first, at every open. */
export function sahpool(pragmas: string): Adapter {
  return {
    async open() {
      const sqlite3 = await loadSqlite();
      const pool = await sqlite3.installOpfsSAHPoolVfs({ directory: '/pool', initialCapacity: POOL_FILES });
      const db = new pool.OpfsSAHPoolDb('/app.db');
      if (pragmas !== '') db.exec(pragmas);
      return new SqliteStore(db, () => void pool.pauseVfs());
    },
  };
}

const WAL = 'PRAGMA locking_mode = exclusive; PRAGMA journal_mode = wal;';

export const stores: Stores = {
  sahpool: sahpool(''),
  'sahpool-wal': sahpool(`${WAL} PRAGMA synchronous = full`),
  'sahpool-wal-normal': sahpool(`${WAL} PRAGMA synchronous = normal`),
};
