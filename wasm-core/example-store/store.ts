import type { OwnStore } from '@opfsmark/core';

const ROWS = 'rows';

function resultOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('the request failed'));
  });
}

/** Replace this by your own: rows are kept in memory until `flush` writes them in one strict transaction of IndexedDB. */
export function openStore(name: string): OwnStore {
  let database: IDBDatabase | null = null;
  const pendingRows = new Map<number, Uint8Array>();
  const openDatabase = () => {
    if (!database) throw new Error('the store is not open');
    return database;
  };
  return {
    async open() {
      const opening = indexedDB.open(name, 1);
      opening.onupgradeneeded = () => opening.result.createObjectStore(ROWS);
      database = await resultOf(opening);
    },
    put(key, value) {
      pendingRows.set(key, value);
    },
    async get(key) {
      const row: unknown =
        pendingRows.get(key) ?? (await resultOf(openDatabase().transaction(ROWS).objectStore(ROWS).get(key)));
      return row instanceof Uint8Array ? row : null;
    },
    flush() {
      const transaction = openDatabase().transaction(ROWS, 'readwrite', { durability: 'strict' });
      for (const [key, value] of pendingRows) transaction.objectStore(ROWS).put(value, key);
      pendingRows.clear();
      return new Promise((resolve, reject) => {
        transaction.oncomplete = () => resolve();
        transaction.onabort = () => reject(transaction.error ?? new Error('the transaction was aborted'));
      });
    },
    close() {
      database?.close();
      database = null;
    },
  };
}
