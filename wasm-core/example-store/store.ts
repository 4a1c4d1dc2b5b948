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
  const pending = new Map<number, Uint8Array>();
  const opened = () => {
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
      pending.set(key, value);
    },
    async get(key) {
      const found: unknown =
        pending.get(key) ?? (await resultOf(opened().transaction(ROWS).objectStore(ROWS).get(key)));
      return found instanceof Uint8Array ? found : null;
    },
    flush() {
      const transaction = opened().transaction(ROWS, 'readwrite', { durability: 'strict' });
      for (const [key, value] of pending) transaction.objectStore(ROWS).put(value, key);
      pending.clear();
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
