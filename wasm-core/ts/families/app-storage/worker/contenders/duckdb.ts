import {
  AsyncDuckDB,
  DuckDBAccessMode,
  VoidLogger,
  type AsyncDuckDBConnection,
  type AsyncPreparedStatement,
} from '@duckdb/duckdb-wasm';
import type { AppStore, Item, SqlTables } from '../../../../stores/store.ts';
import { pathOf } from '../place.ts';
import { SQL, type Adapter, type Stores } from '../adapter.ts';

/** Its own worker sees the whole of the origin's files, and takes no slash at the beginning. */
const addressOf = (file: string) => `opfs:/${pathOf(file)}`;

const SPILL_FOLDER = 'spill';
/**
 * By itself it spills nowhere, and with `temp_directory` alone it opens files that nobody has registered. It names them by the size of
 * the blocks in them.
 */
const SPILL_FILES = ['S32K', 'S64K', 'S96K', 'S128K', 'S160K', 'S192K', 'S224K', 'DEFAULT'].map(
  (size) => `${SPILL_FOLDER}/duckdb_temp_storage_${size}-0`,
);

const STATEMENTS = {
  // It binds numbers and texts, and no bytes.
  put: SQL.put.replace('(?, ?)', '(?, from_base64(?))'),
  get: SQL.get,
  range: SQL.range,
  remove: SQL.remove,
};
type Statements = Readonly<Record<keyof typeof STATEMENTS, AsyncPreparedStatement>>;

/** A longer text ends its worker with "memory access out of bounds": it goes over the stack. */
const MAX_TEXT_BYTES = 65_536;
const VALUE_FILE = 'value.bin';

function base64Of(value: Uint8Array): string {
  const { toBase64 } = value as { toBase64?: () => string };
  if (toBase64) return toBase64.call(value);
  let text = '';
  for (let at = 0; at < value.length; at += 32_768) text += String.fromCharCode(...value.subarray(at, at + 32_768));
  return btoa(text);
}

/** A part of what the library answers with: `Table` of apache-arrow. */
interface Answer {
  readonly numRows: number;
  readonly numCols: number;
  getChildAt(index: number): { get(row: number): unknown } | null;
}

function* columnOf(answer: Answer, column: number): Generator {
  const values = answer.getChildAt(column);
  for (let row = 0; row < answer.numRows; row++) yield values?.get(row);
}

const bodiesOf = (answer: Answer) => [...columnOf(answer, 0)].map((body) => (body as Uint8Array).slice());

function numbersOf(answer: Answer): number[][] {
  const columns = Array.from({ length: answer.numCols }, (_, column) => [...columnOf(answer, column)]);
  return Array.from({ length: answer.numRows }, (_, row) => columns.map((values) => Number(values[row])));
}

const tablesOf = (db: AsyncDuckDB, connection: AsyncDuckDBConnection): SqlTables => ({
  async importCsv(table, columns, csv) {
    const file = `${table}.csv`;
    const types = Object.entries(columns).map(([name, type]) => `'${name}': '${type}'`);
    await db.registerFileText(file, csv);
    const rows = `read_csv('${file}', header = true, columns = {${types.join(', ')}})`;
    await connection.query(`CREATE TABLE ${table} AS SELECT * FROM ${rows}`);
    await db.dropFile(file);
  },
  ask: async (sql) => numbersOf(await connection.query(sql)),
  async limitMemory(bytes) {
    for (const file of SPILL_FILES) await db.registerOPFSFileName(addressOf(file));
    await connection.query(`SET memory_limit = '${bytes} bytes'`);
    await connection.query(`SET temp_directory = '${addressOf(SPILL_FOLDER)}'`);
  },
});

/** A database through the library's API, with the worker that it needs. */
class DuckDbStore implements AppStore {
  readonly #db: AsyncDuckDB;
  readonly #connection: AsyncDuckDBConnection;
  readonly #statements: Statements;
  readonly sql: SqlTables;

  constructor(db: AsyncDuckDB, connection: AsyncDuckDBConnection, statements: Statements) {
    this.#db = db;
    this.#connection = connection;
    this.#statements = statements;
    this.sql = tablesOf(db, connection);
  }

  putMany(items: readonly Item[]): Promise<void> {
    return this.#change(items.length, () => this.#putAll(items));
  }

  async get(key: number): Promise<Uint8Array | null> {
    return bodiesOf(await this.#statements.get.query(key))[0] ?? null;
  }

  async range(first: number, last: number): Promise<Uint8Array[]> {
    return bodiesOf(await this.#statements.range.query(first, last));
  }

  deleteMany(keys: readonly number[]): Promise<void> {
    return this.#change(keys.length, async () => {
      for (const key of keys) await this.#statements.remove.query(key);
    });
  }

  hold(items: readonly Item[], ms: number): Promise<void> {
    return this.#inTransaction(async () => {
      await this.#putAll(items);
      await new Promise((resolve) => setTimeout(resolve, ms));
    });
  }

  /** Copies the log into the database. */
  async flush(): Promise<void> {
    await this.#connection.query('CHECKPOINT');
  }

  async close(): Promise<void> {
    for (const statement of Object.values(this.#statements)) await statement.close();
    await this.#connection.close();
    // The handles of a worker that is ended are held a moment longer; and it cannot drop the files of a database that is open.
    await this.#db.reset();
    // It fails where the quota has ended; the rest goes with the worker.
    await this.#db.dropFiles().catch(() => undefined);
    await this.#db.terminate();
  }

  async #putAll(items: readonly Item[]): Promise<void> {
    for (const { key, value } of items) {
      if (value.byteLength <= MAX_TEXT_BYTES) await this.#statements.put.query(key, base64Of(value));
      else await this.#putAsFile(key, value);
    }
  }

  async #putAsFile(key: number, value: Uint8Array): Promise<void> {
    // It takes the bytes away.
    await this.#db.registerFileBuffer(VALUE_FILE, value.slice());
    await this.#connection.query(
      SQL.put.replace('VALUES (?, ?)', `SELECT ${key}, content FROM read_blob('${VALUE_FILE}')`),
    );
    await this.#db.dropFile(VALUE_FILE);
  }

  /** One statement is a transaction by itself. */
  #change(count: number, change: () => Promise<void>): Promise<void> {
    return count === 1 ? change() : this.#inTransaction(change);
  }

  async #inTransaction(change: () => Promise<void>): Promise<void> {
    await this.#connection.query('BEGIN');
    try {
      await change();
      await this.#connection.query(SQL.commit);
    } catch (error) {
      // The error that is told is the one before.
      await this.#connection.query(SQL.rollback).catch(() => undefined);
      throw error;
    }
  }
}

const WASM = new URL('../../../../../dist/duckdb-eh.wasm.bin', import.meta.url);

interface Started {
  readonly worker: Worker;
  /** Rejects where it could not go on. */
  readonly died: Promise<never>;
}

/** In Firefox a worker that another one starts may never run; the next one does. */
const START_PATIENCE_MS = 15_000;
const MAX_STARTS = 3;

/** Resolves when the worker listens. */
async function startWorker(starts = MAX_STARTS): Promise<Started> {
  const worker = new Worker(new URL('../duckdb-worker.ts', import.meta.url), { type: 'module' });
  const died = new Promise<never>((_, reject) => {
    worker.addEventListener('error', ({ message }) => reject(new Error(`DuckDB could not be loaded: ${message}`)));
  });
  // Nobody waits for that later.
  died.catch(() => undefined);
  const listens = new Promise<true>((resolve) => {
    worker.addEventListener('message', () => resolve(true), { once: true });
  });
  const isLate = new Promise<false>((resolve) => setTimeout(() => resolve(false), START_PATIENCE_MS));
  if (starts === 1 || (await Promise.race([died, listens, isLate]))) {
    await Promise.race([died, listens]);
    return { worker, died };
  }
  worker.terminate();
  return startWorker(starts - 1);
}

/** DuckDB with its database in the origin private file system. */
const duckdb: Adapter = {
  async open() {
    // It deletes no file, not even those that it has spilled into.
    const root = await navigator.storage.getDirectory();
    await root.removeEntry(SPILL_FOLDER, { recursive: true }).catch(() => undefined);
    const { worker, died } = await startWorker();
    try {
      const db = new AsyncDuckDB(new VoidLogger(), worker);
      await Promise.race([died, db.instantiate(WASM.href)]);
      const path = addressOf('app.db');
      // Else it takes every address in a statement for a file to open, also that of a folder.
      await db.open({ path, accessMode: DuckDBAccessMode.READ_WRITE, opfs: { fileHandling: 'manual' } });
      const connection = await db.connect();
      await connection.query(SQL.create);
      const prepare = async ([name, sql]: readonly [string, string]) => [name, await connection.prepare(sql)] as const;
      const prepared = await Promise.all(Object.entries(STATEMENTS).map(prepare));
      return new DuckDbStore(db, connection, Object.fromEntries(prepared) as Statements);
    } catch (error) {
      worker.terminate();
      throw error;
    }
  },
};

export const stores: Stores = { duckdb };
