import { Factory } from '@journeyapps/wa-sqlite';
import type { AppStore, Item } from '../../../stores/store.ts';
import { SQL, type Adapter } from './adapter.ts';
import { once } from './once.ts';

type SQLiteAPI = ReturnType<typeof Factory>;

/** SQLITE_ROW */
const ROW = 100;

const asBlob = (value: unknown) => (value instanceof Uint8Array ? value.slice() : null);

interface Statements {
  readonly put: number;
  readonly get: number;
  readonly range: number;
  readonly remove: number;
}

/** A database of wa-sqlite on whichever VFS, through its API as it is documented. */
export class WaSqliteStore implements AppStore {
  readonly #sqlite3: SQLiteAPI;
  readonly #db: number;
  readonly #statements: Statements;
  readonly #vfs: SQLiteVFS | undefined;

  private constructor(sqlite3: SQLiteAPI, db: number, statements: Statements, vfs: SQLiteVFS | undefined) {
    this.#sqlite3 = sqlite3;
    this.#db = db;
    this.#statements = statements;
    this.#vfs = vfs;
  }

  /** `vfs`: closed with the database. */
  static async open(sqlite3: SQLiteAPI, db: number, vfs?: SQLiteVFS): Promise<WaSqliteStore> {
    await sqlite3.exec(db, SQL.create);
    const prepare = async (sql: string) => {
      for await (const statement of sqlite3.statements(db, sql, { unscoped: true })) return statement;
      throw new Error(`not prepared: ${sql}`);
    };
    const statements = {
      put: await prepare(SQL.put),
      get: await prepare(SQL.get),
      range: await prepare(SQL.range),
      remove: await prepare(SQL.remove),
    };
    return new WaSqliteStore(sqlite3, db, statements, vfs);
  }

  /** Opens a database on a file system of the package, with pragmas of its own. */
  static async openOn(module: unknown, vfs: SQLiteVFS, name: string, pragmas = ''): Promise<WaSqliteStore> {
    const sqlite3 = Factory(module);
    sqlite3.vfs_register(vfs, true);
    const db = await sqlite3.open_v2(name);
    if (pragmas !== '') await sqlite3.exec(db, pragmas);
    return WaSqliteStore.open(sqlite3, db, vfs);
  }

  putMany(items: readonly Item[]): Promise<void> {
    return this.#change(items.length, () => this.#putAll(items));
  }

  get(key: number): Promise<Uint8Array | null> {
    const { get } = this.#statements;
    return this.#resetAfter(get, async () => {
      this.#sqlite3.bind_int(get, 1, key);
      return (await this.#sqlite3.step(get)) === ROW ? asBlob(this.#sqlite3.column_blob(get, 0)) : null;
    });
  }

  range(first: number, last: number): Promise<Uint8Array[]> {
    const { range } = this.#statements;
    return this.#resetAfter(range, async () => {
      const bodies: Uint8Array[] = [];
      this.#sqlite3.bind_int(range, 1, first);
      this.#sqlite3.bind_int(range, 2, last);
      while ((await this.#sqlite3.step(range)) === ROW) {
        const body = asBlob(this.#sqlite3.column_blob(range, 0));
        if (body) bodies.push(body);
      }
      return bodies;
    });
  }

  deleteMany(keys: readonly number[]): Promise<void> {
    return this.#change(keys.length, async () => {
      const { remove } = this.#statements;
      for (const key of keys) {
        this.#sqlite3.bind_int(remove, 1, key);
        await this.#run(remove);
      }
    });
  }

  hold(items: readonly Item[], ms: number): Promise<void> {
    return this.#inTransaction(async () => {
      await this.#putAll(items);
      await new Promise((resolve) => setTimeout(resolve, ms));
    });
  }

  /** Copies a log back into the database. Where there is none, each commit has synced already. */
  async flush(): Promise<void> {
    await this.#sqlite3.exec(this.#db, 'PRAGMA wal_checkpoint(TRUNCATE)');
  }

  async close(): Promise<void> {
    for (const statement of Object.values(this.#statements) as number[]) await this.#sqlite3.finalize(statement);
    await this.#sqlite3.close(this.#db);
    await this.#vfs?.close();
  }

  async #putAll(items: readonly Item[]): Promise<void> {
    const { put } = this.#statements;
    for (const { key, value } of items) {
      this.#sqlite3.bind_int(put, 1, key);
      this.#sqlite3.bind_blob(put, 2, value);
      await this.#run(put);
    }
  }

  async #run(statement: number): Promise<void> {
    await this.#resetAfter(statement, () => this.#sqlite3.step(statement));
  }

  /** Resets a statement after `use`. One that has failed and is not reset keeps its lock. */
  async #resetAfter<T>(statement: number, use: () => Promise<T>): Promise<T> {
    let result: T;
    try {
      result = await use();
    } catch (error) {
      // It repeats the error of the step.
      await this.#sqlite3.reset(statement).catch(() => undefined);
      throw error;
    }
    await this.#sqlite3.reset(statement);
    return result;
  }

  /** One statement is a transaction by itself. */
  #change(count: number, change: () => Promise<void>): Promise<void> {
    return count === 1 ? change() : this.#inTransaction(change);
  }

  async #inTransaction(change: () => Promise<void>): Promise<void> {
    await this.#sqlite3.exec(this.#db, SQL.begin);
    try {
      await change();
      await this.#sqlite3.exec(this.#db, SQL.commit);
    } catch (error) {
      // On a full drive SQLite has done it before it says so: the error that is told is the one before.
      await this.#sqlite3.exec(this.#db, SQL.rollback).catch(() => undefined);
      throw error;
    }
  }
}

interface Setting {
  /** Of the file system; default: that of the database. */
  readonly name?: () => string;
  readonly pragmas?: string;
  readonly mayStay?: boolean;
}

/** A build of the package, with its database on a file system of the package. */
export function waSqlite(
  createModule: () => Promise<unknown>,
  vfs: { create(name: string, module: unknown): Promise<SQLiteVFS> },
  id: string,
  { name = () => id, pragmas, mayStay = false }: Setting = {},
): Adapter {
  const loadModule = once(createModule);
  return {
    mayStay,
    async open() {
      const module = await loadModule();
      return WaSqliteStore.openOn(module, await vfs.create(name(), module), `${id}.db`, pragmas);
    },
  };
}
