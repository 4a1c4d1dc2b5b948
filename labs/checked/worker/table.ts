import type { Factory } from '@journeyapps/wa-sqlite';
import type { PublishedFigure, PublishedSource } from '@opfsmark/schema/checked';

/** A store that is open in this worker. */
export interface OpenContender {
  /** What a call needs to find; not timed. */
  prepare?(operation: string, index: number): Promise<void> | void;
  /**
   * Answers how many rows it found or changed, as soon as the published script stops its clock; of each statement where it
   * has many.
   */
  call(operation: string, index: number): Promise<number | readonly number[]>;
  /** Waits for what the call began and had not finished. */
  finish?(): Promise<void>;
  close(): Promise<void> | void;
}

interface Contender {
  readonly id: string;
  /** On npm; `null`: the browser's own API. */
  readonly package: string | null;
  /** Whether the source presents its saves as durable. */
  readonly durable: boolean;
  /** `name`: of a place that nothing else uses. Packages are imported here, so that one that is missing fails alone. */
  open(name: string): Promise<OpenContender>;
}

interface Operation {
  readonly id: string;
  readonly kind: 'read' | 'write';
  /** How often it is called: in each timed round, and one at a time while syncs are counted. */
  readonly calls: number;
  readonly counted: number;
}

/** Instead of an operation: the sum of all, where one number was published for them. */
export const ALL = 'all';

/** The one is said to take so many times longer than the other. */
interface Claim {
  readonly operation: string;
  readonly slow: string;
  readonly fast: string;
  /** `null`: of a contender that is ours. */
  readonly published: number | null;
}

/** A table that somebody published, as it is run again here. */
export interface PublishedTable {
  readonly source: PublishedSource;
  readonly figures: readonly PublishedFigure[];
  /** How the published script makes one number of its samples. */
  readonly mean: (samples: readonly number[]) => number;
  readonly operations: readonly Operation[];
  readonly contenders: readonly Contender[];
  readonly claims: readonly Claim[];
  /** Timed in a private window too: where calls of a file cost more than the work on it. */
  readonly alsoPrivate?: boolean;
}

export function mean(samples: readonly number[]): number {
  return samples.reduce((sum, ms) => sum + ms, 0) / samples.length;
}

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
  /** Answers for each statement the first column of its row, or how many rows it changed. */
  script(sql: string): Promise<number[]>;
  /** The first column of the first row. */
  value(sql: string): Promise<number>;
  close(): Promise<void>;
}

type SqliteApi = ReturnType<typeof Factory>;
type CreateVfs = (module: unknown) => Promise<SQLiteVFS>;

export async function openWaSqlite(createVfs: CreateVfs): Promise<WaSqlite> {
  const { default: createModule } = await import('@journeyapps/wa-sqlite/dist/wa-sqlite.mjs');
  const { Factory: createApi, SQLITE_ROW } = await import('@journeyapps/wa-sqlite');
  const module: unknown = await createModule();
  const sqlite3: SqliteApi = createApi(module);
  sqlite3.vfs_register(await createVfs(module), true);
  const db = await sqlite3.open_v2('app.db');
  return {
    async exec(sql) {
      let rowCount = 0;
      await sqlite3.exec(db, sql, () => void rowCount++);
      return /^\s*select/i.test(sql) ? rowCount : sqlite3.changes(db);
    },
    async script(sql) {
      const numbers: number[] = [];
      for await (const statement of sqlite3.statements(db, sql)) {
        const hasRow = (await sqlite3.step(statement)) === SQLITE_ROW;
        numbers.push(hasRow ? Number(sqlite3.column(statement, 0)) : sqlite3.changes(db));
      }
      return numbers;
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

/** IndexedDB without a library: each document in a transaction of its own. */
export function documentsInIndexedDb(
  documentOf: (index: number) => { readonly id: string },
  { method, indexes }: { readonly method: 'add' | 'put'; readonly indexes?: readonly string[] },
): Contender {
  return {
    id: 'indexeddb',
    package: null,
    durable: false,
    async open(name) {
      const db = await openDatabase(name, 'id', indexes);
      return {
        async call(_operation, index) {
          const transaction = db.transaction('rows', 'readwrite');
          transaction.objectStore('rows')[method](documentOf(index));
          await completed(transaction);
          return 1;
        },
        close: () => db.close(),
      };
    },
  };
}
