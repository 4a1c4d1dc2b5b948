/** Large files through one API of the browser: what count.mjs asks for, one request at a time. */

const MIB = 2 ** 20;
const CHUNK_BYTES = 4 * MIB;
const RANGE_BYTES = MIB;
const RANGES = 50;
const PAGE_BYTES = 65_536;
const NAME = 'bulk';
const ADDRESS = `/${NAME}`;
/** Bytes that do not compress; each chunk begins with its number. */
const CHUNK = new Uint8Array(CHUNK_BYTES);
for (let at = 0; at < CHUNK_BYTES; at += PAGE_BYTES) crypto.getRandomValues(CHUNK.subarray(at, at + PAGE_BYTES));

function chunkAt(offset: number, end: number): Uint8Array<ArrayBuffer> {
  const chunk = CHUNK.subarray(0, Math.min(CHUNK_BYTES, end - offset));
  new DataView(CHUNK.buffer).setFloat64(0, offset);
  return chunk;
}

function expectChunk(chunk: Uint8Array, offset: number): void {
  const number = new DataView(chunk.buffer, chunk.byteOffset).getFloat64(0);
  if (number !== offset) throw new Error(`the chunk at ${offset} is not what was written`);
}

/** Where the bytes of a stream go, chunk by chunk. */
type Take = (chunk: Uint8Array, offset: number) => void;

interface Api {
  write(bytes: number): Promise<void>;
  append(bytes: number): Promise<void>;
  /** Calls `take` with every chunk, of whatever size. */
  read(take: Take): Promise<void>;
  range(first: number, bytes: number): Promise<ArrayBufferLike>;
  /** Bytes that are there. */
  size(): Promise<number>;
  remove(): Promise<void>;
}

async function readStream(stream: ReadableStream<Uint8Array>, take: Take): Promise<void> {
  let offset = 0;
  const reader = stream.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    take(part.value, offset);
    offset += part.value.byteLength;
  }
}

const root = () => navigator.storage.getDirectory();

/** Reads of a file or a blob, wherever that is kept. */
const readsOf = (open: () => Promise<Blob>) => ({
  read: async (take: Take) => readStream((await open()).stream(), take),
  range: async (first: number, bytes: number) => (await open()).slice(first, first + bytes).arrayBuffer(),
});

async function fileOf(): Promise<File> {
  return (await (await root()).getFileHandle(NAME)).getFile();
}

const removeFile = async () => (await root()).removeEntry(NAME);

async function withHandle<T>(use: (handle: FileSystemSyncAccessHandle) => T): Promise<T> {
  const handle = await (await (await root()).getFileHandle(NAME, { create: true })).createSyncAccessHandle();
  try {
    return use(handle);
  } finally {
    handle.close();
  }
}

function writeAll(handle: FileSystemSyncAccessHandle, first: number, end: number): void {
  for (let offset = first; offset < end; offset += CHUNK_BYTES) {
    const chunk = chunkAt(offset, end);
    const written = handle.write(chunk, { at: offset });
    if (written !== chunk.byteLength)
      throw new DOMException(`only ${written} bytes were written`, 'QuotaExceededError');
  }
  handle.flush();
}

const syncHandle: Api = {
  write: (bytes) => withHandle((handle) => writeAll(handle, 0, bytes)),
  append: (bytes) => withHandle((handle) => writeAll(handle, handle.getSize(), handle.getSize() + bytes)),
  read: (take) =>
    withHandle((handle) => {
      const end = handle.getSize();
      const chunk = new Uint8Array(CHUNK_BYTES);
      for (let offset = 0; offset < end; offset += CHUNK_BYTES) {
        take(chunk.subarray(0, handle.read(chunk, { at: offset })), offset);
      }
    }),
  range: (first, bytes) =>
    withHandle((handle) => {
      const part = new Uint8Array(bytes);
      handle.read(part, { at: first });
      return part.buffer;
    }),
  size: async () => (await fileOf().catch(() => null))?.size ?? 0,
  remove: removeFile,
};

async function writeStream(bytes: number, keepExistingData: boolean): Promise<void> {
  const file = await (await root()).getFileHandle(NAME, { create: true });
  const first = keepExistingData ? (await file.getFile()).size : 0;
  const stream = await file.createWritable({ keepExistingData });
  await stream.seek(first);
  for (let offset = first; offset < first + bytes; offset += CHUNK_BYTES) {
    await stream.write(chunkAt(offset, first + bytes));
  }
  await stream.close();
}

const writable: Api = {
  ...readsOf(fileOf),
  write: (bytes) => writeStream(bytes, false),
  append: (bytes) => writeStream(bytes, true),
  size: syncHandle.size,
  remove: removeFile,
};

function resultOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('the request failed'));
  });
}

async function inDatabase<T>(use: (rows: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const opening = indexedDB.open(NAME, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(NAME);
  const database = await resultOf(opening);
  try {
    const transaction = database.transaction(NAME, 'readwrite', { durability: 'strict' });
    const whenDone = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error ?? new Error('the transaction was aborted'));
    });
    const result = resultOf(use(transaction.objectStore(NAME)));
    await Promise.all([whenDone, result]);
    return await result;
  } finally {
    database.close();
  }
}

/** What is streamed in is a blob before it can be put. */
function blobOf(first: number, end: number): Blob {
  const parts: Blob[] = [];
  for (let offset = first; offset < end; offset += CHUNK_BYTES) parts.push(new Blob([chunkAt(offset, end)]));
  return new Blob(parts);
}

const storedBlob = async () => {
  const value: unknown = await inDatabase((rows) => rows.get(0));
  return value instanceof Blob ? value : null;
};
const expectBlob = async () => (await storedBlob()) ?? Promise.reject(new Error('the value is not there'));

const database: Api = {
  ...readsOf(expectBlob),
  write: async (bytes) => void (await inDatabase((rows) => rows.put(blobOf(0, bytes), 0))),
  append: async (bytes) => {
    const before = await expectBlob();
    const after = new Blob([before, blobOf(before.size, before.size + bytes)]);
    await inDatabase((rows) => rows.put(after, 0));
  },
  size: async () => (await storedBlob())?.size ?? 0,
  remove: async () => void (await resultOf(indexedDB.deleteDatabase(NAME))),
};

const cacheOf = () => caches.open(NAME);
const matched = async () => (await cacheOf()).match(ADDRESS);
const expectMatch = async () => (await matched()) ?? Promise.reject(new Error('the response is not there'));

function streamOf(bytes: number): ReadableStream<Uint8Array> {
  let offset = 0;
  return new ReadableStream({
    pull: (controller) => {
      if (offset < bytes) controller.enqueue(chunkAt(offset, bytes).slice());
      else controller.close();
      offset += CHUNK_BYTES;
    },
  });
}

const cache: Api = {
  read: async (take) => {
    const { body } = await expectMatch();
    if (body) await readStream(body, take);
  },
  range: async (first, bytes) => (await (await expectMatch()).blob()).slice(first, first + bytes).arrayBuffer(),
  write: async (bytes) => (await cacheOf()).put(ADDRESS, new Response(streamOf(bytes))),
  append: async (bytes) => {
    const before = await (await expectMatch()).blob();
    await (await cacheOf()).put(ADDRESS, new Response(new Blob([before, blobOf(before.size, before.size + bytes)])));
  },
  size: async () => (await (await matched())?.blob())?.size ?? 0,
  remove: async () => void (await caches.delete(NAME)),
};

const nothing = () => Promise.reject(new Error('a page cannot write a file that was picked'));
/** A file that somebody picked: only read here. */
const picked = (file: File): Api => ({
  ...readsOf(() => Promise.resolve(file)),
  write: nothing,
  append: nothing,
  size: () => Promise.resolve(file.size),
  remove: () => Promise.resolve(),
});

const APIS = { 'opfs-sync': syncHandle, 'opfs-writable': writable, 'idb-strict': database, cache };

interface BulkRequest {
  readonly api: keyof typeof APIS;
  readonly task: keyof ReturnType<typeof tasksOf>;
  readonly bytes: number;
  /** In the place of the API. */
  readonly file?: File;
}

/** As much of WebGPU as is used here; the declarations of a worker do not have it. */
interface Gpu {
  requestAdapter(): Promise<{
    readonly limits: { readonly maxBufferSize: number };
    requestDevice(wanted: { requiredLimits: { maxBufferSize: number } }): Promise<{
      createBuffer(wanted: { size: number; usage: number }): { destroy(): void };
      readonly queue: {
        writeBuffer(buffer: object, offset: number, bytes: Uint8Array): void;
        onSubmittedWorkDone(): Promise<void>;
      };
    }>;
  } | null>;
}
/** GPUBufferUsage.COPY_DST | STORAGE */
const GPU_USAGE = 0x88;

/** Into a buffer of the graphics card, where there is one. */
async function readIntoGpu(api: Api, bytes: number): Promise<void> {
  const adapter = await (navigator as unknown as { gpu?: Gpu }).gpu?.requestAdapter();
  if (!adapter) throw new Error('no GPU');
  const { maxBufferSize } = adapter.limits;
  if (maxBufferSize < bytes) throw new Error(`a buffer may have ${maxBufferSize} bytes`);
  const device = await adapter.requestDevice({ requiredLimits: { maxBufferSize } });
  const buffer = device.createBuffer({ size: bytes, usage: GPU_USAGE });
  await api.read((chunk, offset) => device.queue.writeBuffer(buffer, offset, chunk));
  await device.queue.onSubmittedWorkDone();
  buffer.destroy();
}

const tasksOf = (api: Api, bytes: number) => ({
  write: () => api.write(bytes),
  append: () => api.append(bytes),
  read: () =>
    api.read((chunk, offset) => {
      if (offset % CHUNK_BYTES === 0) expectChunk(chunk, offset);
    }),
  range: async () => {
    const last = Math.floor(bytes / CHUNK_BYTES);
    for (let index = 0; index < RANGES; index++) {
      const first = ((index * 7919) % last) * CHUNK_BYTES;
      expectChunk(new Uint8Array(await api.range(first, RANGE_BYTES)), first);
    }
  },
  wasm: async () => {
    const memory = new WebAssembly.Memory({ initial: Math.ceil(bytes / PAGE_BYTES) });
    const target = new Uint8Array(memory.buffer);
    await api.read((chunk, offset) => target.set(chunk, offset));
    expectChunk(target.subarray(0, 8), 0);
  },
  gpu: () => readIntoGpu(api, bytes),
  size: () => api.size(),
  remove: () => api.remove(),
});

const textOf = (error: unknown) => (error instanceof Error ? `${error.name}: ${error.message}` : String(error));

addEventListener('message', ({ data: { api, task, bytes, file } }: MessageEvent<BulkRequest>) => {
  const startMs = performance.now();
  const work: () => Promise<unknown> = tasksOf(file ? picked(file) : APIS[api], bytes)[task];
  work().then(
    (value) => postMessage({ ms: performance.now() - startMs, value: value ?? null }),
    (error: unknown) => postMessage({ error: textOf(error) }),
  );
});
