/**
 * Plain loops over what a page may store with, and a loop of the processor beside them as control. Each answers with
 * nanoseconds per call. What the contenders of storage for apps measure is not here.
 */

import type { Said } from '../turn.ts';
import { spinAfter } from './planted.ts';

const FOLDER = 'lab';
const ROWS = 'rows';
const ROW_COUNT = 1000;
const ROW = new Uint8Array(1024).fill(7);

// (rounds) => state, by xorshift, so that no compiler can tell the result. It is WebAssembly, which a browser compiles and keeps:
// Chromium 149 ran the same loop in JavaScript 5 to 60 times slower after 500 to 800 calls, alone and beside others.
// prettier-ignore
const MIX = new Uint8Array([
  0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00,
  0x01, 0x06, 0x01, 0x60, 0x01, 0x7f, 0x01, 0x7f, // a type: (i32) => i32
  0x03, 0x02, 0x01, 0x00,
  0x07, 0x07, 0x01, 0x03, 0x6d, 0x69, 0x78, 0x00, 0x00, // exported as "mix"
  0x0a, 0x32, 0x01, 0x30, 0x01, 0x01, 0x7f, // a body with one i32, the state
  0x41, 0x01, 0x21, 0x01, // state = 1
  0x03, 0x40,
  0x20, 0x01, 0x20, 0x01, 0x41, 0x0d, 0x74, 0x73, 0x22, 0x01, // state ^= state << 13
  0x20, 0x01, 0x41, 0x11, 0x76, 0x73, 0x22, 0x01, // state ^= state >>> 17
  0x20, 0x01, 0x41, 0x05, 0x74, 0x73, 0x21, 0x01, // state ^= state << 5
  0x20, 0x00, 0x41, 0x01, 0x6b, 0x22, 0x00, 0x0d, 0x00, // again while --rounds
  0x0b, 0x20, 0x01, 0x0b,
]);

async function loadMix(): Promise<(rounds: number) => number> {
  const { instance } = await WebAssembly.instantiate(MIX);
  const { mix } = instance.exports as Readonly<Record<'mix', (rounds: number) => number>>;
  return mix;
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

async function databaseWithRows(): Promise<IDBDatabase> {
  const database = await openDatabase();
  const transaction = database.transaction(ROWS, 'readwrite', { durability: 'relaxed' });
  const rows = transaction.objectStore(ROWS);
  for (let key = 0; key < ROW_COUNT; key++) rows.put(ROW, key);
  await new Promise((resolve, reject) => {
    transaction.oncomplete = resolve;
    transaction.onabort = () => reject(transaction.error ?? new Error('the transaction was aborted'));
  });
  return database;
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

const FILE_BYTES = 2 ** 20;
const BLOCK = new Uint8Array(4096).fill(3);
const LARGE = new Uint8Array(FILE_BYTES).fill(5);

async function handleWithFile(name: string): Promise<FileSystemSyncAccessHandle> {
  const handle = await handleOf(name);
  handle.write(LARGE, { at: 0 });
  handle.flush();
  return handle;
}

/** Every block of the file once, in an order that no system reads ahead in. */
const blockAt = (index: number) => ((index * 37) % (FILE_BYTES / BLOCK.length)) * BLOCK.length;

/** What is called, and how often for one sample of about a millisecond or more: a clock has steps of 5 to 20 us. */
interface Loop {
  readonly calls: number;
  call(index: number): unknown;
}

const LOOPS: Readonly<Record<string, () => Loop | Promise<Loop>>> = {
  'control processor': async () => {
    const mix = await loadMix();
    return { calls: 4, call: () => void mix(100_000) };
  },
  'opfs read-4k': async () => {
    const handle = await handleWithFile('read-4k');
    return { calls: 1000, call: (index) => handle.read(BLOCK, { at: blockAt(index) }) };
  },
  'opfs read-1m': async () => {
    const handle = await handleWithFile('read-1m');
    return { calls: 20, call: () => handle.read(LARGE, { at: 0 }) };
  },
  'opfs write-4k': async () => {
    const handle = await handleWithFile('write-4k');
    return { calls: 100, call: (index) => handle.write(BLOCK, { at: blockAt(index) }) };
  },
  'opfs write-1m': async () => {
    const handle = await handleWithFile('write-1m');
    return { calls: 10, call: () => handle.write(LARGE, { at: 0 }) };
  },
  'opfs save-4k': async () => {
    const handle = await handleWithFile('save-4k');
    const call = () => {
      handle.write(BLOCK, { at: 0 });
      handle.flush();
    };
    return { calls: 10, call };
  },
  'opfs open': () => ({ calls: 1, call: async () => (await handleOf('file')).close() }),
  'opfs small-files': async () => {
    const parent = await folder();
    const call = async (index: number) => {
      const handle = await handleOf(`small-${index}`);
      handle.write(ROW);
      handle.close();
      await parent.removeEntry(`small-${index}`);
    };
    return { calls: 1, call };
  },
  'opfs writable': async () => {
    const file = await (await folder()).getFileHandle('writable', { create: true });
    const call = async () => {
      const stream = await file.createWritable();
      await stream.write(BLOCK);
      await stream.close();
    };
    return { calls: 1, call };
  },
  'idb get': async () => {
    const database = await databaseWithRows();
    return { calls: 10, call: (index) => resultOf(rowsOf(database).get(index % ROW_COUNT)) };
  },
  'idb get-all': async () => {
    const database = await databaseWithRows();
    return { calls: 1, call: () => resultOf(rowsOf(database).getAll()) };
  },
  'idb cursor': async () => {
    const database = await databaseWithRows();
    return { calls: 1, call: () => readByCursor(database) };
  },
  'idb open': () => ({ calls: 2, call: async () => (await openDatabase()).close() }),
};

/** A turn is short, so that all browsers have had theirs before the machine has changed its mood, which it does within a second. */
const TURN_MS = 30;
/** Of its samples the quickest: how long a call takes where nothing disturbs it. The rest says what else the machine did. */
const UNDISTURBED_SHARE = 0.25;

function undisturbed(samples: number[]): number {
  const quickest = samples.sort((a, b) => a - b).slice(0, Math.ceil(samples.length * UNDISTURBED_SHARE));
  return quickest.reduce((sum, value) => sum + value, 0) / quickest.length;
}

async function takeTurn({ calls, call }: Loop, first: number): Promise<number[]> {
  const samples: number[] = [];
  const endMs = performance.now() + TURN_MS;
  let index = first;
  let startMs = performance.now();
  do {
    for (let done = 0; done < calls; done++) {
      const result = call(index++);
      if (result instanceof Promise) await result;
    }
    spinAfter(startMs);
    const nowMs = performance.now();
    samples.push(((nowMs - startMs) * 1e6) / calls);
    startMs = nowMs;
  } while (startMs < endMs);
  return samples;
}

const textOf = (error: unknown) => (error instanceof Error ? `${error.name}: ${error.message}` : String(error));

/** A loop that was prepared, and how many calls it has made. */
const running = new Map<string, { readonly loop: Loop; calls: number }>();

async function measure(name: string): Promise<Said> {
  const own = running.get(name) ?? { loop: await (LOOPS[name] as () => Loop | Promise<Loop>)(), calls: 0 };
  running.set(name, own);
  const samples = await takeTurn(own.loop, own.calls);
  own.calls += samples.length * own.loop.calls;
  return { ns: { [name]: undisturbed(samples) } };
}

addEventListener('message', ({ data }: MessageEvent<string>) => {
  measure(data).then(
    (said) => postMessage(said),
    (error: unknown) => postMessage({ missing: textOf(error) }),
  );
});
