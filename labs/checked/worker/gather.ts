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
const pendingWrites = new WeakMap<FileSystemSyncAccessHandle, Held>();
const aheadWindows = new WeakMap<FileSystemSyncAccessHandle, Held>();

const emptyWindow = (): Held => ({ bytes: new Uint8Array(WINDOW_BYTES), at: 0, length: 0 });

function bytesOf(data: AllowSharedBufferSource): Uint8Array {
  return ArrayBuffer.isView(data)
    ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
    : new Uint8Array(data);
}

function handOn(one: FileSystemSyncAccessHandle): void {
  const writes = pendingWrites.get(one);
  aheadWindows.delete(one);
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
  const writes = pendingWrites.get(this) ?? emptyWindow();
  pendingWrites.set(this, writes);
  aheadWindows.delete(this);
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
  if (pendingWrites.get(this)?.length) handOn(this);
  if (into.length > WINDOW_BYTES / 2) return read.call(this, data, options);
  let window = aheadWindows.get(this);
  if (!window || at < window.at || at + into.length > window.at + window.length) {
    window ??= emptyWindow();
    window.at = at;
    window.length = read.call(this, window.bytes, { at });
    aheadWindows.set(this, window);
  }
  const part = window.bytes.subarray(at - window.at, Math.min(window.length, at - window.at + into.length));
  into.set(part);
  return part.length;
}

/** Calls `use` with such handles. */
export async function withGatheredCalls<T>(use: () => Promise<T>): Promise<T> {
  const usedHandles = new Set<FileSystemSyncAccessHandle>();
  handle.write = function (...parameters) {
    usedHandles.add(this);
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
    for (const one of usedHandles) handOn(one);
    Object.assign(handle, { read, write, flush, truncate, getSize, close });
  }
}
