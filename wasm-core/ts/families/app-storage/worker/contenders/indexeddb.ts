import type { AppStore, Item } from '../../../../stores/store.ts';
import { nameOf } from '../place.ts';
import type { Adapter, Stores } from '../adapter.ts';
import { rest } from '../rest.ts';

const ROWS = 'rows';
type Durability = 'strict' | 'relaxed';

function resultOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('the request failed'));
  });
}

const asValue = (value: unknown) => (value instanceof Uint8Array ? value : null);

class IndexedDbStore implements AppStore {
  readonly #database: IDBDatabase;
  readonly #durability: Durability;

  constructor(database: IDBDatabase, durability: Durability) {
    this.#database = database;
    this.#durability = durability;
  }

  putMany(items: readonly Item[]): Promise<void> {
    return this.#change(this.#durability, (rows) => {
      for (const { key, value } of items) rows.put(value, key);
    });
  }

  async get(key: number): Promise<Uint8Array | null> {
    return asValue(await resultOf<unknown>(this.#rows().get(key)));
  }

  async range(first: number, last: number): Promise<Uint8Array[]> {
    const values = await resultOf<unknown[]>(this.#rows().getAll(IDBKeyRange.bound(first, last)));
    return values.flatMap((value) => asValue(value) ?? []);
  }

  deleteMany(keys: readonly number[]): Promise<void> {
    return this.#change(this.#durability, (rows) => {
      for (const key of keys) rows.delete(key);
    });
  }

  /** A transaction commits by itself when nothing is asked of it. */
  hold(items: readonly Item[], ms: number): Promise<void> {
    const endMs = performance.now() + ms;
    const transaction = this.#database.transaction(ROWS, 'readwrite', { durability: this.#durability });
    const rows = transaction.objectStore(ROWS);
    for (const { key, value } of items) rows.put(value, key);
    const ask = () => {
      if (performance.now() >= endMs) return;
      rows.get(-1).onsuccess = ask;
      rest();
    };
    ask();
    return new Promise((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error ?? new Error('the transaction was aborted'));
    });
  }

  /** A strict transaction writes out all before it. */
  flush(): Promise<void> {
    return this.#change('strict', (rows) => rows.delete(-1));
  }

  close(): void {
    this.#database.close();
  }

  #rows(): IDBObjectStore {
    return this.#database.transaction(ROWS).objectStore(ROWS);
  }

  #change(durability: Durability, change: (rows: IDBObjectStore) => void): Promise<void> {
    return new Promise((resolve, reject) => {
      const transaction = this.#database.transaction(ROWS, 'readwrite', { durability });
      transaction.oncomplete = () => resolve();
      transaction.onerror = transaction.onabort = () =>
        reject(transaction.error ?? new Error('the transaction was aborted'));
      try {
        change(transaction.objectStore(ROWS));
        transaction.commit();
      } catch (error) {
        // An earlier put would be kept.
        transaction.abort();
        throw error;
      }
    });
  }
}

export function indexedDb(durability: Durability, name?: string): Adapter {
  return {
    mayStay: true,
    async open() {
      const opening = indexedDB.open(name ?? nameOf(`idb-${durability}`), 1);
      opening.onupgradeneeded = () => opening.result.createObjectStore(ROWS);
      return new IndexedDbStore(await resultOf(opening), durability);
    },
  };
}

export const stores: Stores = { 'idb-strict': indexedDb('strict'), 'idb-relaxed': indexedDb('relaxed') };
