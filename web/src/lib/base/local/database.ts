/** The stores of this browser, apart from measured files: summaries and records of runs, and uploads that wait. */
export const STORES = { history: 'started_at', records: 'started_at', outbox: 'run_id' } as const;
export type StoreName = keyof typeof STORES;

const NAME = 'opfsmark';
const VERSION = 1;

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('IndexedDB failed'));
  });
}

let opening: Promise<IDBDatabase> | null = null;

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(NAME, VERSION);
  request.onupgradeneeded = () => {
    for (const [name, keyPath] of Object.entries(STORES)) request.result.createObjectStore(name, { keyPath });
  };
  return settled(request).then((database) => {
    // The browser has closed it, as where a person deletes the data of the site: it is opened anew.
    const forget = () => (opening = null);
    database.onclose = forget;
    // A newer page wants to change the stores: this one must not stand in its way.
    database.onversionchange = () => {
      database.close();
      forget();
    };
    return database;
  });
}

function database(): Promise<IDBDatabase> {
  opening ??= open().catch((error: unknown) => {
    opening = null;
    throw error;
  });
  return opening;
}

/** All of `work` or nothing of it; resolves when it is on the drive. */
export async function change(
  names: readonly StoreName[],
  work: (stores: (name: StoreName) => IDBObjectStore) => void,
): Promise<void> {
  const transaction = (await database()).transaction([...names], 'readwrite', { durability: 'strict' });
  const whenDone = new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = transaction.onerror = () => reject(transaction.error ?? new Error('IndexedDB failed'));
  });
  try {
    work((name) => transaction.objectStore(name));
  } catch (error) {
    // What it has asked for until then would be kept.
    transaction.abort();
    await whenDone.catch(() => undefined);
    throw error;
  }
  await whenDone;
}

/** A thing in a store that is no row of it, or cannot be read at all. */
export interface BrokenRow {
  readonly store: StoreName;
  readonly key: IDBValidKey;
  readonly value: unknown;
}

export interface Rows<T> {
  readonly rows: readonly T[];
  readonly broken: readonly BrokenRow[];
}

/** Where `getAll` fails, as over a value whose file is gone, each row is read by itself. */
async function readValues(store: IDBObjectStore, keys: readonly IDBValidKey[]): Promise<unknown[]> {
  try {
    return await settled<unknown[]>(store.getAll());
  } catch {
    const { name, transaction } = store;
    const readOneRow = (key: IDBValidKey) => settled(transaction.db.transaction(name).objectStore(name).get(key));
    return Promise.all(keys.map((key) => readOneRow(key).catch(() => undefined)));
  }
}

/** All of a store, whatever else has written there: `isRow` says which of it can be used. */
export async function readRows<T>(name: StoreName, isRow: (value: unknown) => value is T): Promise<Rows<T>> {
  const store = (await database()).transaction(name, 'readonly').objectStore(name);
  const keys = await settled(store.getAllKeys());
  return splitRows(name, keys, await readValues(store, keys), isRow);
}

export function splitRows<T>(
  store: StoreName,
  keys: readonly IDBValidKey[],
  values: readonly unknown[],
  isRow: (value: unknown) => value is T,
): Rows<T> {
  const broken = keys.flatMap((key, index) => (isRow(values[index]) ? [] : [{ store, key, value: values[index] }]));
  return { rows: values.filter(isRow), broken };
}

/** The value that is stored under a key, whatever it is; `undefined`: nothing. */
export async function readOne(name: StoreName, key: IDBValidKey): Promise<unknown> {
  const transaction = (await database()).transaction(name, 'readonly');
  return settled<unknown>(transaction.objectStore(name).get(key));
}
