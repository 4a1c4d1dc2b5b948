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
