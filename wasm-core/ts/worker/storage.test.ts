/** Which handles the core can use; it is found out as they are opened. */
import { afterEach, expect, it, vi } from 'vitest';
import { HANDLE_PROBLEMS } from '../protocol/files.ts';
import { Storage } from './storage.ts';

const REQUEST = { fileName: 'check', create: true, mode: 'readwrite' } as const;

/** A private file system whose one file has this handle; `null`: none can be had. */
function stubFile(handle: object | null): void {
  const file = handle === null ? {} : { createSyncAccessHandle: () => Promise.resolve(handle) };
  const folder = { getFileHandle: () => Promise.resolve(file) };
  const root = { getDirectoryHandle: () => Promise.resolve(folder) };
  vi.stubGlobal('navigator', { storage: { getDirectory: () => Promise.resolve(root) } });
}

const handleOf = (changes: object = {}) => ({ read: vi.fn(() => 0), getSize: () => 4096, close: vi.fn(), ...changes });

afterEach(() => {
  vi.unstubAllGlobals();
});

it('a handle that takes an ArrayBuffer is opened, and no byte of the file is read', async () => {
  const handle = handleOf();
  stubFile(handle);
  expect(await new Storage().open(REQUEST)).toBe(4096);
  expect(handle.read).toHaveBeenCalledExactlyOnceWith(new ArrayBuffer(0), { at: 0 });
});

it('a browser without handles in workers is named as such', async () => {
  stubFile(null);
  expect(await new Storage().open(REQUEST)).toEqual({ code: 'not_allowed', detail: HANDLE_PROBLEMS.no_sync_handles });
});

it('handles that take views alone, or answer with promises, are named as old ones', async () => {
  const takesViews = (buffer: unknown) => {
    if (!ArrayBuffer.isView(buffer)) throw new TypeError('not a view');
    return 0;
  };
  for (const changes of [{ read: takesViews }, { getSize: () => Promise.resolve(4096) }]) {
    stubFile(handleOf(changes));
    expect(await new Storage().open(REQUEST)).toMatchObject({
      code: 'not_allowed',
      detail: expect.stringMatching(HANDLE_PROBLEMS.old_sync_handles) as string,
    });
  }
});

it('an error of the drive is no old handle', async () => {
  const fails = () => {
    throw new DOMException('the drive', 'NotReadableError');
  };
  stubFile(handleOf({ read: fails }));
  expect(await new Storage().open(REQUEST)).toMatchObject({ code: 'io_error' });
});
