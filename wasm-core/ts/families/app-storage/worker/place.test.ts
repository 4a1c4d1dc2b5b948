import { afterEach, expect, it, vi } from 'vitest';
import { OpenedHandles } from './handles.ts';
import { confineToFolder, nameOf, storedBytes, waitForHandles } from './place.ts';

/** A folder that knows its path. */
const folder = (path: string) => ({
  path,
  getDirectoryHandle: (name: string) => Promise.resolve(folder(`${path}/${name}`)),
});

afterEach(() => {
  vi.unstubAllGlobals();
});

it('a worker that goes from one place to another lies beside the first, and not within it', async () => {
  class Storage {
    getDirectory() {
      return Promise.resolve(folder(''));
    }
  }
  const storage = new Storage();
  vi.stubGlobal('navigator', { storage });
  const rootIn = async (place: string) => {
    await confineToFolder('cache', place);
    return storage.getDirectory();
  };
  expect(await rootIn('.a')).toMatchObject({ path: '/opfsmark/app-storage/cache.a' });
  expect(await rootIn('.b')).toMatchObject({ path: '/opfsmark/app-storage/cache.b' });
  expect(nameOf('cache')).toBe('opfsmark.measured.cache.b');
});

it.each(['NoModificationAllowedError', 'InvalidStateError'])(
  'a file that is held, which is told as %s, is waited for',
  async (name) => {
    let refusals = 3;
    const close = vi.fn();
    class FileHandle {
      createSyncAccessHandle() {
        return refusals-- > 0 ? Promise.reject(new DOMException('held', name)) : Promise.resolve({ close });
      }
    }
    vi.stubGlobal('FileSystemSyncAccessHandle', Object);
    vi.stubGlobal('FileSystemFileHandle', FileHandle);
    const values = async function* () {
      yield await Promise.resolve(new FileHandle());
    };
    vi.stubGlobal('navigator', { storage: { getDirectory: () => Promise.resolve({ values }) } });
    await waitForHandles();
    expect(close).toHaveBeenCalledTimes(1);
  },
);

it('a file that was deleted after it was listed is not waited for, and takes no room', async () => {
  const refuse = () => Promise.reject(new DOMException('could not be found', 'NotFoundError'));
  class FileHandle {
    createSyncAccessHandle = refuse;
    getFile = refuse;
  }
  vi.stubGlobal('FileSystemSyncAccessHandle', Object);
  vi.stubGlobal('FileSystemFileHandle', FileHandle);
  const values = async function* () {
    yield await Promise.resolve(new FileHandle());
  };
  vi.stubGlobal('navigator', { storage: { getDirectory: () => Promise.resolve({ values }) } });
  await expect(waitForHandles()).resolves.toBeUndefined();
  expect(await storedBytes()).toBe(0);
});

it('handles that a library leaves open are closed, each once', async () => {
  const close = vi.fn();
  class FileHandle {
    createSyncAccessHandle() {
      return Promise.resolve({ close });
    }
  }
  vi.stubGlobal('FileSystemSyncAccessHandle', Object);
  vi.stubGlobal('FileSystemFileHandle', FileHandle);
  const opened = new OpenedHandles();
  const file = new FileHandle();
  await file.createSyncAccessHandle();
  await file.createSyncAccessHandle();
  opened.closeAll();
  opened.closeAll();
  expect(close).toHaveBeenCalledTimes(2);
});
