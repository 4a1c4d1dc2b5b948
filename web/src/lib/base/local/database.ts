/** What this browser keeps, apart from measured files: summaries and records of runs, and uploads that wait. */
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

let opened: Promise<IDBDatabase> | null = null;

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(NAME, VERSION);
  request.onupgradeneeded = () => {
    for (const [name, keyPath] of Object.entries(STORES)) request.result.createObjectStore(name, { keyPath });
  };
  return settled(request).then((database) => {
    // A newer page wants to change the stores: this one must not stand in its way.
    database.onversionchange = () => {
      database.close();
      opened = null;
    };
    return database;
  });
}

function database(): Promise<IDBDatabase> {
  opened ??= open().catch((error: unknown) => {
    opened = null;
    throw error;
  });
  return opened;
}

/** All of `work` or nothing of it; resolves when it is on the drive. */
export async function change(
  names: readonly StoreName[],
  work: (stores: (name: StoreName) => IDBObjectStore) => void,
): Promise<void> {
  const transaction = (await database()).transaction([...names], 'readwrite', { durability: 'strict' });
  const done = new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = transaction.onerror = () => reject(transaction.error ?? new Error('IndexedDB failed'));
  });
  work((name) => transaction.objectStore(name));
  await done;
}

export async function readAll<T>(name: StoreName): Promise<T[]> {
  const transaction = (await database()).transaction(name, 'readonly');
  return settled(transaction.objectStore(name).getAll() as IDBRequest<T[]>);
}

export async function readOne<T>(name: StoreName, key: string): Promise<T | undefined> {
  const transaction = (await database()).transaction(name, 'readonly');
  return settled(transaction.objectStore(name).get(key) as IDBRequest<T | undefined>);
}
