import { Permutation } from '@opfsmark/schema/documents';
import { CONTENDERS, LIBRARIES } from '@opfsmark/schema/families/app-storage/contender-ids';
import { ROW_BYTES, SCAN_ROWS, type ContenderId } from '@opfsmark/schema/families/app-storage/contender-ids';
import { WORKLOAD_IDS, workloadSize, type WorkloadId } from '@opfsmark/schema/families/app-storage/plan';
import type { AppStorageCell, AppStoragePlan, AppStorageRow } from '@opfsmark/schema/families/app-storage/schema';
import {
  BLOB_KEY,
  Checksum,
  sameValue,
  valueOf,
  type AppStore,
  type Item,
  type ValuePhase,
  type WorkSize,
} from './store.ts';

/** A store gave back something else than was put, or kept what was deleted. */
export class WrongContent extends Error {
  override readonly name = 'WrongContent';
}

/** Time inside storage calls since it was last asked, where they can be counted. */
export interface StorageCount {
  take(): { readonly ns: number; readonly flushes: number };
}

export interface LoopCell {
  readonly workload: WorkloadId;
  readonly elapsedNs: number;
  readonly storageNs: number | null;
  readonly flushes: number | null;
}

interface LoopSetup {
  readonly size: WorkSize;
  /** 0 creates the store with its rows; it is no part of the figures. */
  readonly loop: number;
  open(): Promise<AppStore>;
  /** `null`: this contender's storage calls cannot be counted. */
  readonly count: StorageCount | null;
  onCell(cell: LoopCell): void;
}

const clock = performance;
const nowNs = () => Math.round(clock.now() * 1e6);

/** The rows that a loop puts one by one lie behind those that stay. */
const singleKeys = ({ batch_rows: rows, puts }: WorkSize) => Array.from({ length: puts }, (_, index) => rows + index);

/** Keys in an order that is the same for all contenders, and another one in every loop. */
function shuffledKeys({ batch_rows: rows, seed }: WorkSize, salt: number, count: number): number[] {
  const order = new Permutation(rows, (seed + salt) >>> 0);
  return Array.from({ length: count }, (_, visit) => order.at(visit % order.count));
}

const updatedKeys = (size: WorkSize, loop: number) => [...new Set(shuffledKeys(size, 2 * loop + 1, size.puts))];

/** The rows that are there after a loop. */
function rowsAfter(size: WorkSize, loop: number): (key: number) => Uint8Array<ArrayBuffer> {
  const updateKeys = new Set(loop === 0 ? [] : updatedKeys(size, loop));
  return (key) => valueOf(size.seed, key, updateKeys.has(key) ? 'update' : 'batch', loop, ROW_BYTES);
}

/** The checksum that every store has after a loop. */
export function expectedChecksum(size: WorkSize, loop: number): string {
  const sum = new Checksum();
  const valueAfter = rowsAfter(size, loop);
  for (let key = 0; key < size.batch_rows; key++) sum.add({ key, value: valueAfter(key) });
  return sum.text;
}

/** How many of the rows that a loop left are no longer what they were. */
export async function countDamaged(store: AppStore, size: WorkSize, loop: number): Promise<number> {
  const valueAfter = rowsAfter(size, loop);
  // In one call all of a thousand are there sooner than one by one; which are not is asked of each.
  const values = await store.range(0, size.batch_rows - 1);
  if (values.length === size.batch_rows && values.every((value, key) => sameValue(value, valueAfter(key)))) return 0;
  let damagedCount = 0;
  for (let key = 0; key < size.batch_rows; key++) {
    if (!sameValue(await store.get(key), valueAfter(key))) damagedCount++;
  }
  return damagedCount;
}

function expect(holds: boolean, what: string): void {
  if (!holds) throw new WrongContent(what);
}

/** Closes a store that has failed: it may throw once more, which says less than what it threw first. */
async function closeBroken(store: AppStore): Promise<void> {
  try {
    await store.close();
  } catch {
    // The first error is thrown on.
  }
}

/** One loop of one contender. Making values and comparing them is outside what is timed. */
class Loop {
  readonly #setup: LoopSetup;
  readonly #size: WorkSize;

  constructor(setup: LoopSetup) {
    this.#setup = setup;
    this.#size = setup.size;
  }

  async run(): Promise<string> {
    const store = await this.#open();
    let checksum: string;
    try {
      checksum = await this.#work(store);
    } catch (error) {
      await closeBroken(store);
      throw error;
    }
    await store.close();
    return checksum;
  }

  async #work(store: AppStore): Promise<string> {
    if (this.#setup.loop === 0) await this.#putBatch(store);
    else await this.#measure(store);
    const checksum = await this.#checksum(store);
    // Bytes that one contender leaves unwritten must not be paid for by the next.
    await store.flush();
    return checksum;
  }

  async #measure(store: AppStore): Promise<void> {
    await this.#delete(store);
    await this.#putBatch(store);
    await this.#read(store);
    await this.#scan(store);
    await this.#putSingly(store);
    await this.#update(store);
    await this.#blob(store);
    await store.deleteMany([...singleKeys(this.#size), BLOB_KEY]);
  }

  #items(keys: readonly number[], phase: ValuePhase): Item[] {
    const { seed } = this.#size;
    return keys.map((key) => ({ key, value: valueOf(seed, key, phase, this.#setup.loop, ROW_BYTES) }));
  }

  get #rowKeys(): number[] {
    return Array.from({ length: this.#size.batch_rows }, (_, key) => key);
  }

  async #time<T>(workload: WorkloadId, work: () => Promise<T>): Promise<T> {
    const { count, onCell } = this.#setup;
    count?.take();
    const start = nowNs();
    const value = await work();
    const elapsedNs = nowNs() - start;
    const storage = count?.take();
    onCell({ workload, elapsedNs, storageNs: storage?.ns ?? null, flushes: storage?.flushes ?? null });
    return value;
  }

  /** From asking for the contender's code to the first row, in a worker that has done nothing else. */
  async #open(): Promise<AppStore> {
    const { loop, open } = this.#setup;
    if (loop === 0) return open();
    const [store, firstRow] = await this.#time('open', async () => {
      const openedStore = await open();
      return [openedStore, await openedStore.get(0)] as const;
    });
    expect(sameValue(firstRow, rowsAfter(this.#size, loop - 1)(0)), 'the first row is not what the last loop left');
    return store;
  }

  async #delete(store: AppStore): Promise<void> {
    const keys = this.#rowKeys;
    await this.#time('delete', async () => store.deleteMany(keys));
    expect((await store.get(keys.length - 1)) === null, 'a deleted row is still there');
    expect((await store.range(0, keys.length - 1)).length === 0, 'deleted rows are still there');
  }

  async #putBatch(store: AppStore): Promise<void> {
    const items = this.#items(this.#rowKeys, 'batch');
    await this.#time('put-batch', async () => store.putMany(items));
  }

  async #read(store: AppStore): Promise<void> {
    const keys = shuffledKeys(this.#size, 2 * this.#setup.loop, this.#size.point_reads);
    const values: (Uint8Array | null)[] = [];
    await this.#time('read', async () => {
      for (const key of keys) values.push(await store.get(key));
    });
    const items = this.#items(keys, 'batch');
    items.forEach(({ key, value }, index) => {
      expect(sameValue(values[index], value), `row ${key} is not what was put`);
    });
  }

  async #scan(store: AppStore): Promise<void> {
    const { batch_rows: rows } = this.#size;
    const values: Uint8Array[] = [];
    await this.#time('scan', async () => {
      for (let firstKey = 0; firstKey < rows; firstKey += SCAN_ROWS) {
        for (const value of await store.range(firstKey, firstKey + SCAN_ROWS - 1)) values.push(value);
      }
    });
    const items = this.#items(this.#rowKeys, 'batch');
    expect(values.length === items.length, `${values.length} of ${items.length} rows were scanned`);
    items.forEach(({ key, value }, index) => {
      expect(sameValue(values[index], value), `row ${key} is not what was put`);
    });
  }

  async #putSingly(store: AppStore): Promise<void> {
    await this.#putEach(store, 'put', this.#items(singleKeys(this.#size), 'put'));
  }

  async #update(store: AppStore): Promise<void> {
    const keys = updatedKeys(this.#size, this.#setup.loop);
    await this.#putEach(store, 'update', this.#items(keys, 'update'));
  }

  async #putEach(store: AppStore, workload: 'put' | 'update', items: readonly Item[]): Promise<void> {
    await this.#time(workload, async () => {
      for (const item of items) await store.putMany([item]);
    });
    for (const { key, value } of items) {
      expect(sameValue(await store.get(key), value), `row ${key} is not what was put`);
    }
  }

  async #blob(store: AppStore): Promise<void> {
    const { seed, blob_bytes } = this.#size;
    const value = valueOf(seed, BLOB_KEY, 'blob', this.#setup.loop, blob_bytes);
    await this.#time('blob-write', async () => store.putMany([{ key: BLOB_KEY, value }]));
    const storedValue = await this.#time('blob-read', async () => store.get(BLOB_KEY));
    expect(sameValue(storedValue, value), 'the large value is not what was put');
  }

  async #checksum(store: AppStore): Promise<string> {
    const sum = new Checksum();
    const rows = await store.range(0, BLOB_KEY);
    rows.forEach((value, key) => {
      expect(value.length === ROW_BYTES, `row ${key} is not what was put`);
      sum.add({ key, value: value.slice() });
    });
    return sum.text;
  }
}

/** Runs one loop; resolves with the checksum of all rows that it leaves. Throws what the store throws, or `WrongContent`. */
export function runLoop(setup: LoopSetup): Promise<string> {
  return new Loop(setup).run();
}

/** Before anything was measured. A row that does not get further was stopped. */
export function emptyRow(contender: ContenderId): AppStorageRow {
  const { version } = LIBRARIES[CONTENDERS[contender].library];
  return { contender, status: 'stopped', version, checksum: '', cells: [], survival: null };
}

/** A row with one more loop of some workloads. */
export function withLoop(row: AppStorageRow, plan: AppStoragePlan, loop: readonly LoopCell[]): AppStorageRow {
  const cells = WORKLOAD_IDS.flatMap((workload): AppStorageCell[] => {
    const earlierCell = row.cells.find((cell) => cell.workload === workload);
    const newCell = loop.find((cell) => cell.workload === workload);
    if (!newCell) return earlierCell ? [earlierCell] : [];
    const { elapsedNs, storageNs, flushes } = newCell;
    return [
      {
        workload,
        ...workloadSize(plan, workload),
        elapsed_ns: [...(earlierCell?.elapsed_ns ?? []), elapsedNs],
        storage_ns: storageNs === null ? [] : [...(earlierCell?.storage_ns ?? []), storageNs],
        flushes: flushes === null ? null : (earlierCell?.flushes ?? 0) + flushes,
      },
    ];
  });
  return { ...row, cells };
}
