import type { StorageApi } from '@opfsmark/schema/families';
import { MEASURED_PREFIX } from '../../../protocol/files.ts';
import { ownFolder } from '../../../worker/tasks/folder.ts';

/** Items of one size in one API. A put has come back when that API says that the item is there. */
export interface Store {
  put(item: number, content: Uint8Array<ArrayBuffer>): Promise<void> | void;
  get(item: number): Promise<ArrayBuffer | Uint8Array> | ArrayBuffer | Uint8Array;
  /** What makes all puts lasting, where an API leaves that for later; counted into the writes. */
  finish?(): void;
  close(): Promise<void> | void;
}

/** Opens an empty store; `null` where this browser does not have the API here. */
type Open = (blockBytes: number) => Promise<Store | null>;

async function openSync(blockBytes: number): Promise<Store> {
  const folder = await ownFolder('storage-apis');
  const handle = await (await folder.getFileHandle(`sync-${blockBytes}`, { create: true })).createSyncAccessHandle();
  const buffer = new Uint8Array(blockBytes);
  const expect = (moved: number) => {
    if (moved !== blockBytes) throw new DOMException(`only ${moved} bytes were moved`, 'QuotaExceededError');
  };
  return {
    put: (item, content) => expect(handle.write(content, { at: item * blockBytes })),
    get: (item) => {
      expect(handle.read(buffer, { at: item * blockBytes }));
      return buffer;
    },
    finish: () => handle.flush(),
    close: () => handle.close(),
  };
}

/** A file an item, because a stream only keeps what it wrote when it is closed. */
async function openWritable(blockBytes: number): Promise<Store | null> {
  if (!('createWritable' in FileSystemFileHandle.prototype)) return null;
  const folder = await (await ownFolder('storage-apis')).getDirectoryHandle(`blob-${blockBytes}`, { create: true });
  return {
    async put(item, content) {
      const writable = await (await folder.getFileHandle(`${item}`, { create: true })).createWritable();
      await writable.write(content);
      await writable.close();
    },
    async get(item) {
      return (await (await folder.getFileHandle(`${item}`)).getFile()).arrayBuffer();
    },
    close: () => undefined,
  };
}

function requested<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('no answer'));
  });
}

const ITEMS = 'items';

/** A transaction an item, as an app saves. */
function openDatabase(durability: 'relaxed' | 'strict'): Open {
  return async (blockBytes) => {
    if (typeof indexedDB === 'undefined') return null;
    const opening = indexedDB.open(`${MEASURED_PREFIX}${durability}.${blockBytes}`, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(ITEMS);
    const database = await requested(opening);
    return {
      put: (item, content) =>
        new Promise((resolve, reject) => {
          const transaction = database.transaction(ITEMS, 'readwrite', { durability });
          transaction.oncomplete = () => resolve();
          transaction.onerror = transaction.onabort = () => reject(transaction.error ?? new Error('no answer'));
          transaction.objectStore(ITEMS).put(content, item);
        }),
      async get(item) {
        const found: unknown = await requested(database.transaction(ITEMS).objectStore(ITEMS).get(item));
        if (found instanceof Uint8Array) return found;
        throw new DOMException(`item ${item} is not there`, 'NotFoundError');
      },
      async close() {
        database.close();
        await requested(indexedDB.deleteDatabase(database.name));
      },
    };
  };
}

async function openCache(blockBytes: number): Promise<Store | null> {
  if (typeof caches === 'undefined') return null;
  const name = `${MEASURED_PREFIX}${blockBytes}`;
  const cache = await caches.open(name);
  const address = (item: number) => `/${name}/${item}`;
  return {
    put: (item, content) => cache.put(address(item), new Response(content)),
    async get(item) {
      const found = await cache.match(address(item));
      if (!found) throw new DOMException(`item ${item} is not there`, 'NotFoundError');
      return found.arrayBuffer();
    },
    async close() {
      await caches.delete(name);
    },
  };
}

export const STORES: Readonly<Record<StorageApi, Open>> = {
  'opfs-sync': openSync,
  'opfs-writable': openWritable,
  'idb-relaxed': openDatabase('relaxed'),
  'idb-strict': openDatabase('strict'),
  cache: openCache,
};
