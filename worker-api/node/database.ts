/**
 * D1 on the SQLite of Node.js, as far as this service uses it: what serves a computer of one's own has the same statements, the
 * same batches and the same errors as what is deployed.
 */
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';

/** Prepared statements are kept: the service has some two hundred texts, and lists of values are one parameter each. */
const MAX_KEPT_STATEMENTS = 500;

/** SQLite's result codes that its caller tells apart: https://www.sqlite.org/rescode.html */
const CODES: Readonly<Record<number, string>> = {
  1: 'SQLITE_ERROR',
  5: 'SQLITE_BUSY',
  8: 'SQLITE_READONLY',
  10: 'SQLITE_IOERR',
  11: 'SQLITE_CORRUPT',
  13: 'SQLITE_FULL',
  14: 'SQLITE_CANTOPEN',
  19: 'SQLITE_CONSTRAINT',
};

interface SqliteError extends Error {
  readonly errcode?: number;
}

/** An error as D1 words it. The low byte of an extended code is the code itself. */
function d1Error(error: unknown): Error {
  const { message, errcode } = error as SqliteError;
  const code = errcode === undefined ? undefined : (CODES[errcode & 0xff] ?? `SQLITE_${errcode}`);
  return new Error(`D1_ERROR: ${message}${code === undefined ? '' : `: ${code}`}`, { cause: error });
}

/** A value as D1 takes it. */
function bound(value: unknown): SQLInputValue {
  if (value === null || typeof value === 'string' || typeof value === 'bigint') return value;
  if (typeof value === 'number') return Number.isNaN(value) ? null : value;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (value instanceof ArrayBuffer) return new Uint8Array(value);
  if (ArrayBuffer.isView(value)) return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
  throw new Error(`D1_TYPE_ERROR: Type '${typeof value}' not supported`);
}

type Row = Record<string, unknown>;

/** A row as D1 answers it: bytes are an array of numbers. An upload reads a thousand rows, none of which is copied. */
function answered(row: Row): Row {
  for (const name in row) {
    const value = row[name];
    if (value instanceof Uint8Array) row[name] = [...value];
  }
  return row;
}

class Statement {
  readonly #connection: Connection;
  readonly sql: string;
  readonly values: readonly SQLInputValue[];

  constructor(connection: Connection, sql: string, values: readonly SQLInputValue[] = []) {
    this.#connection = connection;
    this.sql = sql;
    this.values = values;
  }

  bind(...values: unknown[]): Statement {
    return new Statement(this.#connection, this.sql, values.map(bound));
  }

  async all() {
    return this.#connection.run(this);
  }

  async run() {
    return this.#connection.run(this);
  }

  async first(column?: string) {
    const row = this.#connection.run(this).results[0];
    if (row === undefined) return null;
    if (column === undefined) return row;
    if (!Object.hasOwn(row, column)) throw new Error(`D1_COLUMN_NOTFOUND: ${column}`);
    return row[column];
  }
}

interface Prepared {
  readonly statement: StatementSync;
  readonly hasRows: boolean;
  /** It changes no row, so that none need be counted. */
  readonly isRead: boolean;
}

const READ = /^\s*SELECT\b/i;

class Connection {
  readonly #sqlite: DatabaseSync;
  readonly #kept = new Map<string, Prepared>();
  readonly #totalChanges: StatementSync;
  /** Versions of another process are others. */
  readonly #opened = Date.now().toString(16);
  /** Goes up with every statement that changes a row: between two bookmarks that are the same nothing was written. */
  #version = 0;

  constructor(sqlite: DatabaseSync) {
    this.#sqlite = sqlite;
    this.#totalChanges = sqlite.prepare('SELECT total_changes() AS n');
  }

  prepare(sql: string): Statement {
    return new Statement(this, sql);
  }

  run({ sql, values }: Statement) {
    try {
      const { statement, hasRows, isRead } = this.#prepared(sql);
      const bytes = () => this.#bytes;
      const before = isRead ? 0 : this.#changes();
      const results = hasRows ? statement.all(...values).map(answered) : [];
      if (!hasRows) statement.run(...values);
      const changes = isRead ? 0 : this.#changes() - before;
      if (changes > 0) this.#version++;
      return {
        success: true as const,
        results,
        meta: {
          changes,
          get size_after() {
            return bytes();
          },
        },
      };
    } catch (error) {
      throw d1Error(error);
    }
  }

  /** All or nothing, as one transaction. */
  async batch(statements: readonly Statement[]) {
    this.#exec('BEGIN IMMEDIATE');
    try {
      const results = statements.map((statement) => this.run(statement));
      this.#exec('COMMIT');
      return results;
    } catch (error) {
      // A full disk has rolled it back already.
      if (this.#sqlite.isTransaction) this.#exec('ROLLBACK');
      throw error;
    }
  }

  /** There is one copy of the database: every session sees all that was written before. */
  withSession() {
    return {
      prepare: (sql: string) => this.prepare(sql),
      batch: (statements: readonly Statement[]) => this.batch(statements),
      getBookmark: () => `${this.#opened}-${this.#version.toString(16)}`,
    };
  }

  get #bytes(): number {
    const { bytes } = this.#prepared(
      'SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size',
    ).statement.get() as { bytes: number };
    return bytes;
  }

  #changes(): number {
    return (this.#totalChanges.get() as { n: number }).n;
  }

  #prepared(sql: string): Prepared {
    const kept = this.#kept.get(sql);
    if (kept !== undefined) return kept;
    const statement = this.#sqlite.prepare(sql);
    const prepared = { statement, hasRows: statement.columns().length > 0, isRead: READ.test(sql) };
    if (this.#kept.size >= MAX_KEPT_STATEMENTS) this.#kept.clear();
    this.#kept.set(sql, prepared);
    return prepared;
  }

  #exec(sql: string): void {
    try {
      this.#sqlite.exec(sql);
    } catch (error) {
      throw d1Error(error);
    }
  }
}

/** Of D1 the service uses what stands above and nothing else: the compiler cannot see that, the service's tests do. */
export const d1Of = (sqlite: DatabaseSync): D1Database => new Connection(sqlite) as unknown as D1Database;

/** How long a statement waits where another program has the file, as who copies it does for moments. */
export const BUSY_MS = 5000;

/**
 * Opens a file, to be written too. A commit is on the drive when it is answered; what is deleted is overwritten; readers do not wait for a writer.
 * The file is this program's alone: two servers on one state would count everything twice.
 */
export function openSqlite(path: string): DatabaseSync {
  const sqlite = new DatabaseSync(path, { timeout: BUSY_MS });
  try {
    sqlite.exec(
      'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON; PRAGMA foreign_keys = ON',
    );
    // Fails where the file may only be read: uploads would, one by one.
    sqlite.exec('BEGIN IMMEDIATE; PRAGMA user_version = 1; ROLLBACK');
    return sqlite;
  } catch (error) {
    sqlite.close();
    throw error;
  }
}

/**
 * Empties the log beside a file, which has the pages as they were before something on them was deleted. Nobody waits for who copies
 * the file meanwhile: the next call does it.
 */
export function emptyLog(sqlite: DatabaseSync): void {
  sqlite.exec('PRAGMA busy_timeout = 0');
  try {
    sqlite.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  } finally {
    sqlite.exec(`PRAGMA busy_timeout = ${BUSY_MS}`);
  }
}
