import type { Database, Sqlite3Static } from '@sqlite.org/sqlite-wasm';

export type SqliteMemory = Pick<Sqlite3Static, 'wasm' | 'capi'>;

/** The C functions themselves: the package's wrappers convert every argument, at five times the price of an insert. */
interface Functions {
  sqlite3_bind_int64(statement: number, index: number, value: bigint): number;
  sqlite3_bind_blob(statement: number, index: number, from: number, bytes: number, destructor: number): number;
  sqlite3_step(statement: number): number;
  sqlite3_reset(statement: number): number;
  sqlite3_column_blob(statement: number, column: number): number;
  sqlite3_column_bytes(statement: number, column: number): number;
}

/** SQLITE_STATIC: the memory stays as it is until the statement is reset. */
const STATIC = 0;

/** A prepared statement with one place in SQLite's memory for the one blob that it is given. */
export class Statement {
  readonly #db: Database;
  readonly #prepared: ReturnType<Database['prepare']>;
  readonly #pointer: number;
  readonly #wasm: Sqlite3Static['wasm'];
  readonly #functions: Functions;
  readonly #row: number;
  readonly #done: number;
  readonly #blob: number;

  constructor({ wasm, capi }: SqliteMemory, db: Database, sql: string, blobBytes: number) {
    this.#db = db;
    this.#wasm = wasm;
    this.#prepared = db.prepare(sql);
    this.#pointer = Number(this.#prepared.pointer);
    const exports: unknown = wasm.exports;
    this.#functions = exports as Functions;
    this.#row = capi.SQLITE_ROW;
    this.#done = capi.SQLITE_DONE;
    this.#blob = wasm.alloc(blobBytes);
  }

  bindInteger(index: number, value: number): void {
    this.#functions.sqlite3_bind_int64(this.#pointer, index, BigInt(value));
  }

  bindBlob(index: number, bytes: Uint8Array): void {
    this.#wasm.heap8u().set(bytes, this.#blob);
    this.#functions.sqlite3_bind_blob(this.#pointer, index, this.#blob, bytes.length, STATIC);
  }

  /** True where there is a row. */
  step(): boolean {
    const code = this.#functions.sqlite3_step(this.#pointer);
    if (code === this.#row) return true;
    // Throws, with the words of the database, what is neither a row nor the end.
    if (code !== this.#done) this.#db.checkRc(code);
    return false;
  }

  reset(): void {
    this.#functions.sqlite3_reset(this.#pointer);
  }

  /** A copy. */
  blob(column: number): Uint8Array {
    const from = this.#functions.sqlite3_column_blob(this.#pointer, column);
    return this.#wasm.heap8u().slice(from, from + this.#functions.sqlite3_column_bytes(this.#pointer, column));
  }

  finalize(): void {
    this.#prepared.finalize();
    this.#wasm.dealloc(this.#blob);
  }
}
