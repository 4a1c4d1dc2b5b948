import type { AppStore, Item, Maybe } from './store.ts';

/** A store of your own. A call is over when what it returns is, or when the promise that it returns is resolved. */
export interface OwnStore {
  /** Opens what is there, or creates it. Called once per loop, after `close`. */
  open(): Maybe<void>;
  /** A key that is there gets the new value. Keys are whole numbers. */
  put(key: number, value: Uint8Array<ArrayBuffer>): Maybe<void>;
  /** `null` where the key is not there. */
  get(key: number): Maybe<Uint8Array | null>;
  /** Makes everything that was put lasting. Called after each transaction, and timed with it. */
  flush(): Maybe<void>;
  close(): Maybe<void>;
  /** Without it a deleted row is an empty value. */
  delete?(key: number): Maybe<void>;
  /** Puts all in one transaction. Without it each is put, and the transaction is none. */
  putMany?(rows: readonly Item[]): Maybe<void>;
  /** Puts all in one transaction that stays open for so long. */
  hold?(rows: readonly Item[], ms: number): Promise<void>;
  /** All values from `first` to `last` in the order of their keys. Without it each key is got. */
  range?(first: number, last: number): Maybe<readonly Uint8Array[]>;
}

/** A row that was deleted in a store without `delete` has no bytes; no other has none. */
const isThere = (value: Uint8Array) => value.byteLength > 0;

/** A store of five calls as one that has transactions, ranges and deletion. It keeps which keys are there. */
export class WrappedStore implements AppStore {
  readonly #store: OwnStore;
  readonly #keys: Set<number>;
  /** Absent where the store has none. */
  readonly hold?: NonNullable<AppStore['hold']>;

  constructor(store: OwnStore, keys: Set<number>) {
    this.#store = store;
    this.#keys = keys;
    if (store.hold) this.hold = (items, ms) => store.hold?.(items, ms) ?? Promise.resolve();
  }

  async putMany(items: readonly Item[]): Promise<void> {
    if (this.#store.putMany) await this.#store.putMany(items);
    else for (const { key, value } of items) await this.#store.put(key, value);
    for (const { key } of items) this.#keys.add(key);
    await this.#store.flush();
  }

  async get(key: number): Promise<Uint8Array | null> {
    const value = await this.#store.get(key);
    return value && isThere(value) ? value : null;
  }

  async range(first: number, last: number): Promise<readonly Uint8Array[]> {
    if (this.#store.range) return (await this.#store.range(first, last)).filter(isThere);
    const values: Uint8Array[] = [];
    for (const key of [...this.#keys].sort((a, b) => a - b)) {
      const value = key >= first && key <= last ? await this.get(key) : null;
      if (value) values.push(value);
    }
    return values;
  }

  async deleteMany(keys: readonly number[]): Promise<void> {
    for (const key of keys) {
      if (this.#store.delete) await this.#store.delete(key);
      else await this.#store.put(key, new Uint8Array());
      this.#keys.delete(key);
    }
    await this.#store.flush();
  }

  flush(): Maybe<void> {
    return this.#store.flush();
  }

  close(): Maybe<void> {
    return this.#store.close();
  }
}
