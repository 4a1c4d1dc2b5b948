import type { Database, Sqlite3Static } from '@sqlite.org/sqlite-wasm';
import { Permutation } from '@opfsmark/schema/documents';
import type { DatabasePhase, DatabasePlan, DatabaseResult } from '@opfsmark/schema/families/database/schema';
import { OPFS_FOLDER } from '../../../protocol/files.ts';
import { loadSqlite } from '../../../worker/load-sqlite.ts';
import {
  Calls,
  cleanUp,
  fillPattern,
  HandleWatch,
  nowNs,
  serve,
  VerifyFailed,
  type Meter,
  type TaskContext,
} from '../../../worker/tasks.ts';

type SqliteMemory = Pick<Sqlite3Static, 'wasm' | 'capi'>;

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
class Statement {
  readonly #db: Database;
  readonly #statement: ReturnType<Database['prepare']>;
  readonly #pointer: number;
  readonly #wasm: Sqlite3Static['wasm'];
  readonly #functions: Functions;
  readonly #row: number;
  readonly #doneCode: number;
  readonly #blob: number;

  constructor({ wasm, capi }: SqliteMemory, db: Database, sql: string, blobBytes: number) {
    this.#db = db;
    this.#wasm = wasm;
    this.#statement = db.prepare(sql);
    this.#pointer = Number(this.#statement.pointer);
    const exports: unknown = wasm.exports;
    this.#functions = exports as Functions;
    this.#row = capi.SQLITE_ROW;
    this.#doneCode = capi.SQLITE_DONE;
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
    if (code !== this.#doneCode) this.#db.checkRc(code);
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
    this.#statement.finalize();
    this.#wasm.dealloc(this.#blob);
  }
}

const SQLITE_FULL = 13;
/** A database, its journal, and room for what SQLite opens for a moment. */
const POOL_FILES = 6;
const BODIES_BYTES = 1024 * 1024;
/** Fits into SQLite's cache with room to spare, so that it is not written. */
const WARM_UP_BYTES = 8 * 1024 * 1024;

/** Bodies of rows, made beforehand so that making them is no part of what is measured. */
class Bodies {
  readonly #words = new Uint32Array(BODIES_BYTES / 4);
  readonly #rowBytes: number;

  constructor(rowBytes: number, seed: number) {
    this.#rowBytes = rowBytes;
    fillPattern(this.#words, seed, 0);
  }

  of(id: number): Uint8Array {
    const places = BODIES_BYTES - this.#rowBytes;
    return new Uint8Array(this.#words.buffer, (Math.imul(id, 0x9e3779b1) >>> 0) % places, this.#rowBytes);
  }
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index]);
}

class TestDatabase {
  readonly #db: Database;
  readonly #plan: DatabasePlan;
  readonly #watch: HandleWatch;
  readonly #meter: Meter;
  readonly #memory: SqliteMemory;
  readonly #bodies: Bodies;
  /** In the table, once all are put in. */
  #rows = 0;

  constructor(db: Database, memory: SqliteMemory, plan: DatabasePlan, watch: HandleWatch, meter: Meter) {
    this.#db = db;
    this.#memory = memory;
    this.#plan = plan;
    this.#watch = watch;
    this.#meter = meter;
    this.#bodies = new Bodies(plan.row_bytes, plan.seed);
    db.exec(`PRAGMA page_size = ${plan.page_bytes}`);
    db.exec(`PRAGMA journal_mode = ${plan.journal_mode}; PRAGMA synchronous = ${plan.synchronous};`);
    db.exec('CREATE TABLE item (id INTEGER PRIMARY KEY, body BLOB NOT NULL)');
  }

  /** `work` returns how many rows it has come through. */
  #phase(id: DatabasePhase['id'], work: (calls: Calls, endNs: number) => number): DatabasePhase {
    this.#watch.take();
    const calls = new Calls();
    const start = nowNs();
    const { enough_s } = this.#plan;
    const rows = work(calls, enough_s > 0 ? start + enough_s * 1e9 : Number.POSITIVE_INFINITY);
    const elapsed_ns = nowNs() - start;
    return { id, rows, elapsed_ns, ...this.#watch.take(), histogram: calls.histogram };
  }

  /**
   * Rows that are put in, read and rolled back: a browser runs code slowly until it has run it often enough to compile it
   * well, and what is asked here is what storage and SQLite cost, not compiling.
   */
  warmUp(): void {
    const rows = Math.floor(WARM_UP_BYTES / this.#plan.row_bytes);
    this.#db.exec('BEGIN');
    this.#insert(0, rows, Number.POSITIVE_INFINITY, () => undefined);
    this.#read(rows, rows, Number.POSITIVE_INFINITY, () => undefined);
    this.#db.exec('ROLLBACK');
  }

  /** One transaction for all. */
  bulk(): DatabasePhase {
    const { bulk_rows: rows } = this.#plan;
    return this.#phase('bulk', () => {
      this.#db.exec('BEGIN');
      const insertedRows = this.#insert(0, rows, Number.POSITIVE_INFINITY, () => undefined);
      this.#db.exec('COMMIT');
      return insertedRows;
    });
  }

  /** Without BEGIN every statement is a transaction of its own. */
  single(): DatabasePhase {
    const { bulk_rows: firstId, single_rows: rows, row_bytes: bytes } = this.#plan;
    const phase = this.#phase('single', (calls, endNs) =>
      this.#insert(firstId, rows, endNs, (ns) => calls.add(bytes, ns)),
    );
    this.#rows = firstId + phase.rows;
    return phase;
  }

  reads(): DatabasePhase {
    const { point_reads: rows, row_bytes: bytes } = this.#plan;
    return this.#phase('reads', (calls, endNs) => this.#read(rows, this.#rows, endNs, (ns) => calls.add(bytes, ns)));
  }

  /** Every row, against what was put in. */
  verify(): number {
    const select = this.#db.prepare('SELECT id, body FROM item ORDER BY id');
    let rows = 0;
    try {
      for (; select.step(); rows++) {
        const body = select.getBlob(1);
        if (select.getInt(0) !== rows || !body || !isSame(body, this.#bodies.of(rows))) {
          throw new VerifyFailed(`row ${rows} is not what was put in`);
        }
      }
    } finally {
      select.finalize();
    }
    return rows;
  }

  pragma(name: 'page_size' | 'page_count'): number {
    return Number(this.#db.selectValue(`PRAGMA ${name}`));
  }

  /** Rows by key in a random order of the first `of`, until `endNs`. Returns how many. */
  #read(rows: number, of: number, endNs: number, onDone: (ns: number) => void): number {
    const order = new Permutation(of, this.#plan.seed);
    const select = new Statement(this.#memory, this.#db, 'SELECT body FROM item WHERE id = ?', this.#plan.row_bytes);
    let visit = 0;
    try {
      for (; visit < rows; visit++) {
        const id = order.at(visit % order.count);
        const start = nowNs();
        if (start >= endNs) break;
        select.bindInteger(1, id);
        if (!select.step()) throw new VerifyFailed(`row ${id} is not there`);
        select.blob(0);
        select.reset();
        onDone(nowNs() - start);
        this.#meter.addWork(1);
      }
    } finally {
      select.finalize();
    }
    return visit;
  }

  /** Rows from `firstId` on, until `endNs`. Returns how many. */
  #insert(firstId: number, rows: number, endNs: number, onDone: (ns: number) => void): number {
    const insert = new Statement(this.#memory, this.#db, 'INSERT INTO item VALUES (?, ?)', this.#plan.row_bytes);
    let id = firstId;
    try {
      for (; id < firstId + rows; id++) {
        const start = nowNs();
        if (start >= endNs) break;
        insert.bindInteger(1, id);
        insert.bindBlob(2, this.#bodies.of(id));
        insert.step();
        insert.reset();
        onDone(nowNs() - start);
        this.#meter.addWork(1);
      }
    } finally {
      insert.finalize();
    }
    return id - firstId;
  }
}

async function measure(
  plan: DatabasePlan,
  watch: HandleWatch,
  { step, report, meter }: TaskContext<DatabaseResult>,
): Promise<void> {
  const sqlite3 = await loadSqlite();
  const pool = await sqlite3.installOpfsSAHPoolVfs({
    directory: `/${OPFS_FOLDER}/sqlite`,
    initialCapacity: POOL_FILES,
    clearOnInit: true,
  });
  const db = new pool.OpfsSAHPoolDb('/bench.db');
  try {
    const database = new TestDatabase(db, sqlite3, plan, watch, meter);
    const phases: DatabasePhase[] = [];
    const publish = (verified_rows = 0) =>
      report({
        family: 'database',
        sqlite_version: sqlite3.capi.sqlite3_libversion(),
        vfs: 'opfs-sahpool',
        page_bytes: database.pragma('page_size'),
        database_bytes: database.pragma('page_size') * database.pragma('page_count'),
        verified_rows,
        phases: [...phases],
      });
    database.warmUp();
    for (const id of ['bulk', 'single', 'reads'] as const) {
      step(id);
      phases.push(database[id]());
      publish();
    }
    publish(database.verify());
  } finally {
    await cleanUp(
      () => db.close(),
      () => pool.removeVfs(),
    );
  }
}

serve<{ plan: DatabasePlan; finding: DatabaseResult }>(async (plan, context) => {
  const watch = new HandleWatch(context.meter);
  try {
    await measure(plan, watch, context);
  } catch (error) {
    if (error instanceof VerifyFailed) throw error;
    const isFull = error instanceof Error && 'resultCode' in error && error.resultCode === SQLITE_FULL;
    throw isFull ? new DOMException(error.message, 'QuotaExceededError') : (watch.lastError ?? error);
  }
});
