/**
 * Access handles that hand neighbouring writes on in one call and read ahead, with the same bytes in the same places: what is
 * left of a store's time when its calls are few.
 */
const WINDOW_BYTES = 2 ** 20;

interface Held {
  readonly bytes: Uint8Array;
  at: number;
  length: number;
}

const handle = FileSystemSyncAccessHandle.prototype;
const { read, write, flush, truncate, getSize, close } = handle;
const pending = new WeakMap<FileSystemSyncAccessHandle, Held>();
const ahead = new WeakMap<FileSystemSyncAccessHandle, Held>();

const held = (): Held => ({ bytes: new Uint8Array(WINDOW_BYTES), at: 0, length: 0 });

function bytesOf(data: AllowSharedBufferSource): Uint8Array {
  return ArrayBuffer.isView(data)
    ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
    : new Uint8Array(data);
}

function handOn(one: FileSystemSyncAccessHandle): void {
  const writes = pending.get(one);
  ahead.delete(one);
  if (!writes || writes.length === 0) return;
  write.call(one, writes.bytes.subarray(0, writes.length), { at: writes.at });
  writes.length = 0;
}

function gatherWrite(
  this: FileSystemSyncAccessHandle,
  data: AllowSharedBufferSource,
  options?: { at?: number },
): number {
  const bytes = bytesOf(data);
  const at = options?.at ?? 0;
  const writes = pending.get(this) ?? held();
  pending.set(this, writes);
  ahead.delete(this);
  if (at !== writes.at + writes.length || writes.length + bytes.length > WINDOW_BYTES) handOn(this);
  if (bytes.length > WINDOW_BYTES) return write.call(this, data, options);
  if (writes.length === 0) writes.at = at;
  writes.bytes.set(bytes, writes.length);
  writes.length += bytes.length;
  return bytes.length;
}

function readAhead(this: FileSystemSyncAccessHandle, data: AllowSharedBufferSource, options?: { at?: number }): number {
  const into = bytesOf(data);
  const at = options?.at ?? 0;
  if (pending.get(this)?.length) handOn(this);
  if (into.length > WINDOW_BYTES / 2) return read.call(this, data, options);
  let window = ahead.get(this);
  if (!window || at < window.at || at + into.length > window.at + window.length) {
    window ??= held();
    window.at = at;
    window.length = read.call(this, window.bytes, { at });
    ahead.set(this, window);
  }
  const found = window.bytes.subarray(at - window.at, Math.min(window.length, at - window.at + into.length));
  into.set(found);
  return found.length;
}

/** Calls `use` with such handles. */
export async function withGatheredCalls<T>(use: () => Promise<T>): Promise<T> {
  const seen = new Set<FileSystemSyncAccessHandle>();
  handle.write = function (...parameters) {
    seen.add(this);
    return gatherWrite.apply(this, parameters);
  };
  handle.read = readAhead;
  handle.flush = function () {
    handOn(this);
    flush.call(this);
  };
  handle.truncate = function (size) {
    handOn(this);
    truncate.call(this, size);
  };
  handle.getSize = function () {
    handOn(this);
    return getSize.call(this);
  };
  handle.close = function () {
    handOn(this);
    close.call(this);
  };
  try {
    return await use();
  } finally {
    for (const one of seen) handOn(one);
    Object.assign(handle, { read, write, flush, truncate, getSize, close });
  }
}
