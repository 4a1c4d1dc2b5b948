/**
 * Plain loops over what a page may store with, and a loop of the processor beside them as control. Each answers with
 * nanoseconds per operation. What the engine and the contenders of storage for apps measure is not here.
 */

import { spinAfter } from './planted.ts';

interface Request {
  readonly loops: readonly string[];
}

const FOLDER = 'lab';
const ROWS = 'rows';
const ROW_COUNT = 1000;
const ROW = new Uint8Array(1024).fill(7);

/** Nanoseconds per call of `call`, which is made once before. */
async function time(count: number, call: (index: number) => unknown): Promise<number> {
  await call(count);
  const start = performance.now();
  for (let index = 0; index < count; index++) {
    const callStart = performance.now();
    const result = call(index);
    if (result instanceof Promise) await result;
    spinAfter(callStart);
  }
  return ((performance.now() - start) * 1e6) / count;
}

/** Whole numbers, from which no compiler can tell the result. */
function mix(rounds: number): number {
  let state = 1;
  for (let index = 0; index < rounds; index++) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
  }
  return state;
}

const resultOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('the request failed'));
  });

function openDatabase(): Promise<IDBDatabase> {
  const opening = indexedDB.open(FOLDER, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(ROWS);
  return resultOf(opening);
}

/** Calls `use` with a database that has its rows. */
async function withRows(use: (database: IDBDatabase) => Promise<number>): Promise<number> {
  const database = await openDatabase();
  try {
    const transaction = database.transaction(ROWS, 'readwrite', { durability: 'relaxed' });
    const rows = transaction.objectStore(ROWS);
    for (let key = 0; key < ROW_COUNT; key++) rows.put(ROW, key);
    await new Promise((resolve, reject) => {
      transaction.oncomplete = resolve;
      transaction.onabort = () => reject(transaction.error ?? new Error('the transaction was aborted'));
    });
    return await use(database);
  } finally {
    database.close();
  }
}

const rowsOf = (database: IDBDatabase) => database.transaction(ROWS).objectStore(ROWS);

async function readByCursor(database: IDBDatabase): Promise<void> {
  const request = rowsOf(database).openCursor();
  await new Promise<void>((resolve, reject) => {
    request.onerror = () => reject(request.error ?? new Error('the request failed'));
    request.onsuccess = () => {
      if (request.result) request.result.continue();
      else resolve();
    };
  });
}

const folder = async () => (await navigator.storage.getDirectory()).getDirectoryHandle(FOLDER, { create: true });

async function handleOf(name: string): Promise<FileSystemSyncAccessHandle> {
  return (await (await folder()).getFileHandle(name, { create: true })).createSyncAccessHandle();
}

/** Calls `use` with a handle of a file of so many bytes. */
async function withHandle(
  bytes: number,
  use: (handle: FileSystemSyncAccessHandle) => Promise<number>,
): Promise<number> {
  const handle = await handleOf('file');
  try {
    handle.write(new Uint8Array(bytes));
    handle.flush();
    return await use(handle);
  } finally {
    handle.close();
  }
}

const BLOCK = new Uint8Array(4096).fill(3);

const LOOPS: Readonly<Record<string, () => Promise<number>>> = {
  'control processor': () => time(20, () => void mix(200_000)),
  'opfs save-4k': () =>
    withHandle(BLOCK.length, (handle) =>
      time(60, () => {
        handle.write(BLOCK, { at: 0 });
        handle.flush();
      }),
    ),
  'opfs open': async () => {
    (await handleOf('file')).close();
    return time(60, async () => (await handleOf('file')).close());
  },
  'opfs small-files': async () => {
    const parent = await folder();
    return time(60, async (index) => {
      const handle = await handleOf(`small-${index}`);
      handle.write(ROW);
      handle.close();
      await parent.removeEntry(`small-${index}`);
    });
  },
  'opfs writable': async () => {
    const file = await (await folder()).getFileHandle('writable', { create: true });
    return time(30, async () => {
      const stream = await file.createWritable();
      await stream.write(BLOCK);
      await stream.close();
    });
  },
  'idb get': () => withRows((database) => time(300, (index) => resultOf(rowsOf(database).get(index)))),
  'idb get-all': () => withRows((database) => time(10, () => resultOf(rowsOf(database).getAll()))),
  'idb cursor': () => withRows((database) => time(3, () => readByCursor(database))),
  'idb open': async () => {
    (await openDatabase()).close();
    return time(20, async () => (await openDatabase()).close());
  },
};

async function measure({ loops }: Request) {
  const ns: Record<string, number> = {};
  const missing: Record<string, string> = {};
  for (const name of loops) {
    try {
      ns[name] = (await LOOPS[name]?.()) ?? Number.NaN;
    } catch (error) {
      missing[name] = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    }
  }
  return { ns, missing };
}

addEventListener('message', ({ data }: MessageEvent<Request>) => {
  void measure(data).then((answer) => postMessage(answer));
});
