import type { AppStore, Item } from '../../../../stores/store.ts';
import { nameOf } from '../place.ts';
import { type Adapter, type Stores, valuesInRange } from '../adapter.ts';

const addressOf = (key: number) => `/opfsmark/row/${key}`;

/** A response per value; many at once, which takes half as long. */
class CacheStore implements AppStore {
  readonly #cache: Cache;

  constructor(cache: Cache) {
    this.#cache = cache;
  }

  async putMany(items: readonly Item[]): Promise<void> {
    await Promise.all(items.map(({ key, value }) => this.#cache.put(addressOf(key), new Response(value))));
  }

  async get(key: number): Promise<Uint8Array | null> {
    const response = await this.#cache.match(addressOf(key));
    return response ? new Uint8Array(await response.arrayBuffer()) : null;
  }

  /** A cache has no order. */
  async range(first: number, last: number): Promise<Uint8Array[]> {
    const requests = await this.#cache.keys();
    const keys = requests.map(({ url }) => Number(url.slice(url.lastIndexOf('/') + 1)));
    return valuesInRange(keys, [first, last], (key) => this.get(key));
  }

  async deleteMany(keys: readonly number[]): Promise<void> {
    await Promise.all(keys.map((key) => this.#cache.delete(addressOf(key))));
  }

  /** There is no call for it. */
  flush(): void {
    return undefined;
  }

  close(): void {
    return undefined;
  }
}

const cache: Adapter = {
  mayStay: true,
  open: async () => new CacheStore(await caches.open(nameOf('cache'))),
};

export const stores: Stores = { cache };
