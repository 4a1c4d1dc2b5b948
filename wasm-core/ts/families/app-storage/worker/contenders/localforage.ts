import localforage from 'localforage';
import type { AppStore, Item } from '../../../../stores/store.ts';
import { nameOf } from '../place.ts';
import { type Adapter, type Stores, valuesInRange } from '../adapter.ts';

/** A call per value, each a transaction of its own in IndexedDB; many at once. */
class LocalForageStore implements AppStore {
  readonly #store: LocalForage;

  constructor(store: LocalForage) {
    this.#store = store;
  }

  async putMany(items: readonly Item[]): Promise<void> {
    await Promise.all(items.map(({ key, value }) => this.#store.setItem(`${key}`, value)));
  }

  get(key: number): Promise<Uint8Array | null> {
    return this.#store.getItem<Uint8Array>(`${key}`);
  }

  /** Its keys are text, without an order of numbers. */
  async range(first: number, last: number): Promise<Uint8Array[]> {
    const keys = (await this.#store.keys()).map(Number);
    return valuesInRange(keys, [first, last], (key) => this.get(key));
  }

  async deleteMany(keys: readonly number[]): Promise<void> {
    await Promise.all(keys.map((key) => this.#store.removeItem(`${key}`)));
  }

  /** There is no call for it. */
  flush(): void {
    return undefined;
  }

  /** There is no call for it either: it ends with its worker. */
  close(): void {
    return undefined;
  }
}

const localForage: Adapter = {
  mayStay: true,
  async open() {
    const store = localforage.createInstance({ name: nameOf('localforage'), driver: localforage.INDEXEDDB });
    await store.ready();
    return new LocalForageStore(store);
  },
};

export const stores: Stores = { localforage: localForage };
