import { Dexie, type Table } from 'dexie';
import type { AppStore, Item } from '../../../../stores/store.ts';
import { nameOf } from '../place.ts';
import type { Adapter, Stores } from '../adapter.ts';
import { rest } from '../rest.ts';

type Durability = 'strict' | 'relaxed';

class DexieStore implements AppStore {
  readonly #db: Dexie;
  readonly #rows: Table<Uint8Array, number>;

  constructor(db: Dexie) {
    this.#db = db;
    this.#rows = db.table('rows');
  }

  async putMany(items: readonly Item[]): Promise<void> {
    await this.#change(items.length, () =>
      this.#rows.bulkPut(
        items.map(({ value }) => value),
        items.map(({ key }) => key),
      ),
    );
  }

  async get(key: number): Promise<Uint8Array | null> {
    return (await this.#rows.get(key)) ?? null;
  }

  range(first: number, last: number): Promise<Uint8Array[]> {
    return this.#rows.where(':id').between(first, last, true, true).toArray();
  }

  async deleteMany(keys: readonly number[]): Promise<void> {
    await this.#change(keys.length, () => this.#rows.bulkDelete([...keys]));
  }

  async hold(items: readonly Item[], ms: number): Promise<void> {
    const endMs = performance.now() + ms;
    await this.#db.transaction('rw', this.#rows, async () => {
      await this.#rows.bulkPut(
        items.map(({ value }) => value),
        items.map(({ key }) => key),
      );
      while (performance.now() < endMs) {
        const asked = this.#rows.get(-1);
        rest();
        await asked;
      }
    });
  }

  /** A strict transaction of the database beneath writes out all before it. */
  async flush(): Promise<void> {
    const transaction = this.#db.backendDB().transaction('rows', 'readwrite', { durability: 'strict' });
    await new Promise((resolve, reject) => {
      transaction.oncomplete = resolve;
      transaction.onabort = () => reject(transaction.error ?? new Error('the transaction was aborted'));
      transaction.objectStore('rows').delete(-1);
    });
  }

  close(): void {
    this.#db.close();
  }

  /** By itself a call for many rows keeps those before one that fails. */
  async #change(count: number, change: () => PromiseLike<unknown>): Promise<void> {
    await (count === 1 ? change() : this.#db.transaction('rw', this.#rows, change));
  }
}

function dexie(chromeTransactionDurability: Durability): Adapter {
  return {
    mayStay: true,
    async open() {
      const db = new Dexie(nameOf(`dexie-${chromeTransactionDurability}`), { chromeTransactionDurability });
      // Keys are given with each call, as in the other contenders.
      db.version(1).stores({ rows: '' });
      await db.open();
      return new DexieStore(db);
    },
  };
}

export const stores: Stores = { 'dexie-strict': dexie('strict'), 'dexie-relaxed': dexie('relaxed') };
