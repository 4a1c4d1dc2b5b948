import { cellFigure } from '@opfsmark/schema/families/app-storage/figures';
import { DIRECTIONS, WORKLOAD_IDS, type WorkloadId } from '@opfsmark/schema/families/app-storage/plan';
import { standardPlan } from '@opfsmark/schema/families';
import type { MeasuredValue } from '@opfsmark/schema/figures';
import { emptyRow, expectedChecksum, runLoop, withLoop, WrongContent, type LoopCell } from './loop.ts';
import type { AppStore, Item, Maybe, WorkSize } from './store.ts';

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
  /** All values from `first` to `last` in the order of their keys. Without it each key is got. */
  range?(first: number, last: number): Maybe<readonly Uint8Array[]>;
}

export type StoreSize = WorkSize;

export interface StoreFigure extends MeasuredValue {
  readonly workload: WorkloadId;
  readonly direction: 'read' | 'write';
}

/** Times per operation in nanoseconds: the median of the loops and its interval. */
export interface StoreReport {
  readonly figures: readonly StoreFigure[];
  readonly checksum: string;
}

/** A store of five calls as one that has transactions, ranges and deletion. It keeps which keys are there. */
class WrappedStore implements AppStore {
  readonly #store: OwnStore;
  readonly #keys: Set<number>;

  constructor(store: OwnStore, keys: Set<number>) {
    this.#store = store;
    this.#keys = keys;
  }

  async putMany(items: readonly Item[]): Promise<void> {
    for (const { key, value } of items) {
      await this.#store.put(key, value);
      this.#keys.add(key);
    }
    await this.#store.flush();
  }

  async get(key: number): Promise<Uint8Array | null> {
    const value = await this.#store.get(key);
    return value?.byteLength ? value : null;
  }

  async range(first: number, last: number): Promise<readonly Uint8Array[]> {
    if (this.#store.range) return this.#store.range(first, last);
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

/** See `MeasureStore` in api.ts. */
export async function measureOwnStore(store: OwnStore, changes: Partial<StoreSize> = {}): Promise<StoreReport> {
  const plan = { ...standardPlan('app-storage'), ...changes };
  const keys = new Set<number>();
  const open = async () => {
    await store.open();
    return new WrappedStore(store, keys);
  };
  // The rows of the family: whose they are does not matter here.
  let row = emptyRow('opfs-sync');
  let checksum = '';
  for (let loop = 0; loop <= plan.loops; loop++) {
    const cells: LoopCell[] = [];
    checksum = await runLoop({ size: plan, loop, open, count: null, onCell: (cell) => cells.push(cell) });
    if (checksum !== expectedChecksum(plan, loop)) throw new WrongContent('the rows are not those that were put');
    if (loop > 0) row = withLoop(row, plan, cells);
  }
  const figures = WORKLOAD_IDS.flatMap((workload): StoreFigure[] => {
    const figure = cellFigure(row, workload);
    return figure ? [{ workload, direction: DIRECTIONS[workload], ...figure.perOpNs }] : [];
  });
  return { figures, checksum };
}
