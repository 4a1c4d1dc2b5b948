/** A worker: fills a bucket to the end of its quota through each way of storing, and looks what is left. */

const MIB = 2 ** 20;
const QUOTA_BYTES = 20_000_000;
/** No quota lets so many through. */
const MAX_CHUNKS = 64;
const NAME = 'opfsmark-full';
const ROWS = 'rows';

/** TypeScript's declarations do not have buckets yet. */
interface Bucket {
  readonly indexedDB: IDBFactory;
  readonly caches: CacheStorage;
  getDirectory(): Promise<FileSystemDirectoryHandle>;
  estimate(): Promise<StorageEstimate>;
  persisted(): Promise<boolean>;
}
/** The declarations of a page have none. */
interface SyncHandle {
  write(bytes: Uint8Array<ArrayBuffer>, options: { at: number }): number;
  flush(): void;
  getSize(): number;
  close(): void;
}
interface Buckets {
  open(name: string, options: { quota: number }): Promise<Bucket>;
  delete(name: string): Promise<void>;
}

const WAYS = ['handle', 'createWritable', 'IndexedDB', 'Cache'] as const;

/** A way of storing that has met the end of a quota. */
interface Filled {
  readonly way: (typeof WAYS)[number];
  /** Bytes that were answered, and that are there after the error. */
  readonly taken: number;
  readonly left: number;
  readonly error: string | null;
  /** As the browser says of the bucket. */
  readonly usage: number;
  readonly quota: number;
}

export interface FilledBuckets {
  /** `null`: the browser has no buckets. */
  readonly ways: readonly Filled[] | null;
  /** Whether the browser has promised not to evict what this site stores. */
  readonly persisted: boolean;
}

interface Way {
  put(chunk: Uint8Array<ArrayBuffer>, index: number): Promise<void> | void;
  /** The end of what was put, where it has one. */
  end?(): Promise<void> | void;
  left(): Promise<number> | number;
}

function resultOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('the request failed'));
  });
}

async function handleIn(bucket: Bucket): Promise<Way> {
  const file = await (await bucket.getDirectory()).getFileHandle(NAME, { create: true });
  const handle = await (file as unknown as { createSyncAccessHandle(): Promise<SyncHandle> }).createSyncAccessHandle();
  return {
    put: (chunk, index) => {
      const written = handle.write(chunk, { at: index * MIB });
      if (written < chunk.byteLength) throw new Error(`${written} of ${chunk.byteLength} bytes were written`);
    },
    end: () => handle.flush(),
    left: () => {
      const size = handle.getSize();
      handle.close();
      return size;
    },
  };
}

async function writableIn(bucket: Bucket): Promise<Way> {
  const file = await (await bucket.getDirectory()).getFileHandle(NAME, { create: true });
  const writable = await file.createWritable();
  return {
    put: (chunk) => writable.write(chunk),
    end: () => writable.close(),
    left: async () => (await file.getFile()).size,
  };
}

async function databaseIn(bucket: Bucket): Promise<Way> {
  const opening = bucket.indexedDB.open(NAME, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(ROWS);
  const database = await resultOf(opening);
  return {
    put: (chunk, index) =>
      new Promise((resolve, reject) => {
        const transaction = database.transaction(ROWS, 'readwrite');
        transaction.oncomplete = () => resolve();
        transaction.onabort = () => reject(transaction.error ?? new Error('the transaction was aborted'));
        transaction.objectStore(ROWS).put(chunk, index);
      }),
    left: async () => {
      const count = await resultOf(database.transaction(ROWS).objectStore(ROWS).count());
      database.close();
      return count * MIB;
    },
  };
}

async function cacheIn(bucket: Bucket): Promise<Way> {
  const cache = await bucket.caches.open(NAME);
  return {
    put: (chunk, index) => cache.put(`/${NAME}/${index}`, new Response(chunk)),
    left: async () => (await cache.keys()).length * MIB,
  };
}

const OPENERS: Readonly<Record<(typeof WAYS)[number], (bucket: Bucket) => Promise<Way>>> = {
  handle: handleIn,
  createWritable: writableIn,
  IndexedDB: databaseIn,
  Cache: cacheIn,
};

async function fill(buckets: Buckets, way: (typeof WAYS)[number]): Promise<Filled> {
  await buckets.delete(NAME);
  const bucket = await buckets.open(NAME, { quota: QUOTA_BYTES });
  const chunk = new Uint8Array(MIB);
  for (let at = 0; at < MIB; at += 65_536) crypto.getRandomValues(chunk.subarray(at, at + 65_536));
  let [taken, left, error]: [number, number, string | null] = [0, 0, null];
  try {
    const opened = await OPENERS[way](bucket);
    try {
      for (let index = 0; index < MAX_CHUNKS; index++) {
        await opened.put(chunk, index);
        taken += MIB;
      }
      await opened.end?.();
    } catch (problem) {
      error = String(problem);
    }
    left = await opened.left();
  } catch (problem) {
    error ??= String(problem);
  }
  const { usage = 0, quota = 0 } = await bucket.estimate();
  await buckets.delete(NAME);
  return { way, taken, left, error, usage, quota };
}

async function fillAll(): Promise<FilledBuckets> {
  const { storageBuckets: buckets } = navigator as { storageBuckets?: Buckets };
  const persisted = await navigator.storage.persisted();
  if (!buckets) return { ways: null, persisted };
  const ways: Filled[] = [];
  for (const way of WAYS) ways.push(await fill(buckets, way));
  return { ways, persisted };
}

fillAll().then(
  (filled) => postMessage(filled),
  (error: unknown) => postMessage({ error: String(error) }),
);
