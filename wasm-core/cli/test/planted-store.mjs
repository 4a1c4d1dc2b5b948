/**
 * A store of IndexedDB that is sound alone, and goes wrong in each way that several can see: it loses a row with two workers,
 * keeps one twice with four, and never ends a call with eight.
 */
const { indexedDB, IDBKeyRange } = globalThis;
const FAULTS = { '.workers-2-': 'loses', '.workers-4-': 'doubles', '.workers-8-': 'hangs' };
const OTHER_KEYS = 80_000;

const resultOf = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

export function openStore(name) {
  const fault = Object.entries(FAULTS).find(([part]) => name.includes(part))?.[1];
  let database;
  let putCount = 0;
  const rows = (mode) => database.transaction('rows', mode).objectStore('rows');
  const putMany = async (items) => {
    const transaction = database.transaction('rows', 'readwrite');
    for (const { key, value } of items) transaction.objectStore('rows').put(value, key);
    await new Promise((resolve, reject) => {
      transaction.oncomplete = resolve;
      transaction.onabort = () => reject(transaction.error);
    });
  };
  return {
    async open() {
      const opening = indexedDB.open(name, 1);
      opening.onupgradeneeded = () => opening.result.createObjectStore('rows');
      database = await resultOf(opening);
    },
    async putMany(items) {
      putCount++;
      const isPlanted = fault !== undefined && putCount === 3;
      if (isPlanted && fault === 'loses') return;
      if (isPlanted && fault === 'hangs') await new Promise(() => undefined);
      if (isPlanted && fault === 'doubles') {
        await putMany(items.map(({ key, value }) => ({ key: key + OTHER_KEYS, value })));
      }
      await putMany(items);
    },
    put(key, value) {
      return this.putMany([{ key, value }]);
    },
    get: async (key) => (await resultOf(rows('readonly').get(key))) ?? null,
    delete: (key) => resultOf(rows('readwrite').delete(key)),
    range: (first, last) => resultOf(rows('readonly').getAll(IDBKeyRange.bound(first, last))),
    flush: () => undefined,
    close: () => database.close(),
  };
}
