import type { AppStore, Item } from '../../../../stores/store.ts';
import { type Adapter, type Stores, valuesInRange } from '../adapter.ts';

/** Firefox serves an origin's files in turn: a thousand at once keep every other store of the origin waiting for a minute. */
const FILES_AT_ONCE = 8;

async function inLanes<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const waiting = items.values();
  const lane = async () => {
    for (const item of waiting) await work(item);
  };
  await Promise.all(Array.from({ length: FILES_AT_ONCE }, lane));
}

/** A file per value, because a stream keeps what it wrote only when it is closed. Many at once, which takes half as long. */
class WritableStore implements AppStore {
  readonly #folder: FileSystemDirectoryHandle;

  constructor(folder: FileSystemDirectoryHandle) {
    this.#folder = folder;
  }

  putMany(items: readonly Item[]): Promise<void> {
    return inLanes(items, async ({ key, value }) => {
      const writable = await (await this.#folder.getFileHandle(`${key}`, { create: true })).createWritable();
      await writable.write(value);
      await writable.close();
    });
  }

  async get(key: number): Promise<Uint8Array | null> {
    try {
      const file = await (await this.#folder.getFileHandle(`${key}`)).getFile();
      return new Uint8Array(await file.arrayBuffer());
    } catch (error) {
      if (error instanceof DOMException && error.name === 'NotFoundError') return null;
      throw error;
    }
  }

  /** A folder has no order. */
  async range(first: number, last: number): Promise<Uint8Array[]> {
    const keys: number[] = [];
    for await (const name of this.#folder.keys()) keys.push(Number(name));
    return valuesInRange(keys, [first, last], (key) => this.get(key));
  }

  deleteMany(keys: readonly number[]): Promise<void> {
    return inLanes(keys, (key) => this.#folder.removeEntry(`${key}`));
  }

  /** There is no call for it. */
  flush(): void {
    return undefined;
  }

  close(): void {
    return undefined;
  }
}

const writable: Adapter = {
  mayStay: true,
  open: async () => new WritableStore(await navigator.storage.getDirectory()),
};

export const stores: Stores = { 'opfs-writable': writable };
