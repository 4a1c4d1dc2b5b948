/** A test that was begun: the picked folder and what is known of it, so that a closed tab goes on. */
export interface KeptTest {
  readonly parent: FileSystemDirectoryHandle;
  readonly journal: string;
}

const [NAME, STORE, KEY] = ['opfsmark-capacity', 'tests', 'begun'];

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('IndexedDB failed'));
  });
}

async function withStore<T>(mode: IDBTransactionMode, use: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const opening = indexedDB.open(NAME, 1);
  opening.onupgradeneeded = () => void opening.result.createObjectStore(STORE);
  const database = await settled(opening);
  try {
    return await settled(use(database.transaction(STORE, mode).objectStore(STORE)));
  } finally {
    database.close();
  }
}

/** Browsers that keep no handles, or nothing at all, cannot go on in another tab. */
export const keepTest = (test: KeptTest): Promise<unknown> =>
  withStore('readwrite', (store) => store.put(test, KEY)).catch(() => undefined);
export const forgetTest = (): Promise<unknown> =>
  withStore('readwrite', (store) => store.delete(KEY)).catch(() => undefined);
export const readTest = (): Promise<KeptTest | undefined> =>
  withStore<KeptTest | undefined>('readonly', (store) => store.get(KEY) as IDBRequest<KeptTest | undefined>).catch(
    () => undefined,
  );
