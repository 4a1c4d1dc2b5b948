import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { SQL } from '../../../wasm-core/ts/families/app-storage/worker/adapter.ts';
import type { AppStore, Item, WorkSize } from '../../../wasm-core/ts/stores/store.ts';
import { runLoops, timeStatement, type SqliteTimes } from '../families/loops.ts';

const asBlob = (row: unknown) => (row as { body: Uint8Array } | undefined)?.body ?? null;

/** The statements of the SQL contenders on Node's SQLite. */
class NativeStore implements AppStore {
  readonly #db: DatabaseSync;
  readonly #put: StatementSync;
  readonly #get: StatementSync;
  readonly #range: StatementSync;
  readonly #remove: StatementSync;

  constructor(db: DatabaseSync) {
    this.#db = db;
    db.exec(SQL.create);
    this.#put = db.prepare(SQL.put);
    this.#get = db.prepare(SQL.get);
    this.#range = db.prepare(SQL.range);
    this.#remove = db.prepare(SQL.remove);
  }

  putMany(items: readonly Item[]): void {
    this.#change(items.length, () => {
      for (const { key, value } of items) this.#put.run(key, value);
    });
  }

  get(key: number): Uint8Array | null {
    return asBlob(this.#get.get(key));
  }

  range(first: number, last: number): Uint8Array[] {
    return this.#range.all(first, last).flatMap((row) => asBlob(row) ?? []);
  }

  deleteMany(keys: readonly number[]): void {
    this.#change(keys.length, () => {
      for (const key of keys) this.#remove.run(key);
    });
  }

  flush(): void {
    this.#db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  }

  /** The database stays open from loop to loop. */
  close(): void {
    return undefined;
  }

  #change(count: number, change: () => void): void {
    if (count > 1) this.#db.exec(SQL.begin);
    change();
    if (count > 1) this.#db.exec(SQL.commit);
  }
}

/** Loop by loop, the cells of the family on Node's SQLite; `path` may be `:memory:`. */
export async function runNativeLoops(path: string, pragmas: string, size: WorkSize): Promise<SqliteTimes> {
  const db = new DatabaseSync(path);
  try {
    db.exec(pragmas);
    const store = new NativeStore(db);
    const loops = await runLoops(store, size);
    return { loops, statementNs: path === ':memory:' ? timeStatement((sql) => db.exec(sql)) : [] };
  } finally {
    db.close();
  }
}
