import { WORKLOAD_IDS } from '@opfsmark/schema/families/app-storage/plan';
import { describe, expect, it } from 'vitest';
import { countDamaged, expectedChecksum } from './loop.ts';
import { measureOwnStore } from './measure-store.ts';
import type { OwnStore } from './own-store.ts';
import { BLOB_KEY, sameValue, valueOf, type AppStore } from './store.ts';
import { countLostPuts, countSurvivors, putAsTab, putOn, TABS } from './survival.ts';

const SIZE = { batch_rows: 200, puts: 5, point_reads: 20, blob_bytes: 4096, loops: 2, seed: 7 };

/** A store in memory that is as honest as its changes let it be. */
function storeInMemory(changes: Partial<OwnStore> = {}, rows = new Map<number, Uint8Array>()): OwnStore {
  return {
    open: () => undefined,
    put: (key, value) => void rows.set(key, value.slice()),
    get: (key) => rows.get(key) ?? null,
    flush: () => undefined,
    close: () => undefined,
    ...changes,
  };
}

const rangeOf = (rows: Map<number, Uint8Array>) => (first: number, last: number) =>
  [...rows]
    .filter(([key]) => key >= first && key <= last)
    .sort(([a], [b]) => a - b)
    .map(([, value]) => value);

describe('a store of your own', () => {
  it('is measured in every workload, and ends with the checksum that every contender has', async () => {
    const { figures, checksum } = await measureOwnStore(storeInMemory(), SIZE);
    expect(figures.map(({ workload }) => workload)).toEqual(WORKLOAD_IDS);
    for (const { value, low, high } of figures) expect(low <= value && value <= high).toBe(true);
    expect(checksum).toBe(expectedChecksum(SIZE, SIZE.loops));
  });
  it('may have asynchronous calls, and delete and range of its own', async () => {
    const rows = new Map<number, Uint8Array>();
    const store = storeInMemory(
      {
        get: (key) => Promise.resolve(rows.get(key) ?? null),
        delete: (key) => void rows.delete(key),
        range: rangeOf(rows),
      },
      rows,
    );
    expect((await measureOwnStore(store, SIZE)).checksum).toBe(expectedChecksum(SIZE, SIZE.loops));
  });
  it('may have range and no delete: its empty values are deleted rows', async () => {
    const rows = new Map<number, Uint8Array>();
    const store = storeInMemory({ range: rangeOf(rows) }, rows);
    expect((await measureOwnStore(store, SIZE)).checksum).toBe(expectedChecksum(SIZE, SIZE.loops));
  });
  it.each<[string, Partial<OwnStore>]>([
    ['gives back something else', { get: () => new Uint8Array(1024) }],
    ['forgets what was put', { get: () => null }],
    ['does not delete', { delete: () => undefined }],
  ])('that %s fails, and no figure comes of it', async (_, changes) => {
    await expect(measureOwnStore(storeInMemory(changes), SIZE)).rejects.toThrow(/not what|not those|still there/);
  });
  it('that throws fails with its own error, and is closed', async () => {
    let closeCount = 0;
    const flush = () => {
      throw new Error('the drive is full');
    };
    const store = storeInMemory({
      flush,
      close: () => {
        closeCount++;
      },
    });
    await expect(measureOwnStore(store, SIZE)).rejects.toThrow('the drive is full');
    expect(closeCount).toBe(1);
  });
  it('that throws fails with its own error where closing it throws as well', async () => {
    const fail = (message: string) => () => {
      throw new Error(message);
    };
    const store = storeInMemory({ flush: fail('the drive is full'), close: fail('it is broken') });
    await expect(measureOwnStore(store, SIZE)).rejects.toThrow('the drive is full');
  });
  it('that cannot be closed fails with that', async () => {
    const close = () => Promise.reject(new Error('it is broken'));
    await expect(measureOwnStore(storeInMemory({ close }), SIZE)).rejects.toThrow('it is broken');
  });
});

describe('values', () => {
  it('are another one in every put, so that none can be left unwritten', () => {
    const texts = new Set<string>();
    for (const loop of [0, 1, 2]) {
      for (const phase of ['batch', 'put', 'update', 'survival'] as const) {
        for (const key of [0, 1, BLOB_KEY]) texts.add(valueOf(7, key, phase, loop, 16).join());
      }
    }
    expect(texts.size).toBe(3 * 4 * 3);
  });
  it('are compared wherever they lie in memory', () => {
    const value = valueOf(7, 1, 'put', 1, 1024);
    const oddBytes = new Uint8Array(1025).subarray(1);
    oddBytes.set(value);
    expect(sameValue(oddBytes, value)).toBe(true);
    oddBytes[1023] = 255 - (oddBytes[1023] ?? 0);
    expect(sameValue(oddBytes, value)).toBe(false);
    expect([sameValue(null, value), sameValue(value.subarray(4), value)]).toEqual([false, false]);
  });
});

/** The rows that are kept of a store whose power is cut: the flushed ones, and of the rest those that happened to be written. */
class PowerCutStore implements AppStore {
  readonly keptRows = new Map<number, Uint8Array>();
  readonly #unwrittenRows = new Map<number, Uint8Array>();
  readonly #ignoresFlush: boolean;

  constructor(ignoresFlush: boolean) {
    this.#ignoresFlush = ignoresFlush;
  }

  putMany(items: Parameters<AppStore['putMany']>[0]): void {
    for (const { key, value } of items) this.#unwrittenRows.set(key, value);
    this.flush();
  }

  get(key: number): Uint8Array | null {
    return this.#unwrittenRows.get(key) ?? this.keptRows.get(key) ?? null;
  }

  range(): Uint8Array[] {
    return [];
  }

  deleteMany(keys: readonly number[]): void {
    for (const key of keys) this.keptRows.delete(key);
  }

  flush(): void {
    if (this.#ignoresFlush) return;
    for (const [key, value] of this.#unwrittenRows) this.keptRows.set(key, value);
    this.#unwrittenRows.clear();
  }

  close(): void {
    return undefined;
  }

  cutPower(): void {
    this.#unwrittenRows.clear();
  }
}

/** A store that two contexts open: each keeps what it has read, and writes it all when it closes. */
class DivergingStore extends PowerCutStore {
  readonly #drive: Map<number, Uint8Array>;

  constructor(drive: Map<number, Uint8Array>) {
    super(false);
    this.#drive = drive;
    for (const [key, value] of drive) this.keptRows.set(key, value);
  }

  override close(): void {
    this.#drive.clear();
    for (const [key, value] of this.keptRows) this.#drive.set(key, value);
  }
}

describe('two tabs at once', () => {
  const putBoth = async (open: () => AppStore) => {
    const stores = Array.from({ length: TABS }, open);
    const puts = await Promise.all(stores.map((store, tab) => putAsTab(store, SIZE, tab)));
    for (const store of stores) await store.close();
    return puts;
  };

  it('keep the rows of both where they share one store', async () => {
    const store = new PowerCutStore(false);
    const puts = await putBoth(() => store);
    expect((await countLostPuts(store, SIZE, puts)).lost).toBe(0);
    expect(puts.every(({ answered, refused }) => answered.length > 0 && refused === 0)).toBe(true);
  });
  it('are found to diverge where the last one to close has the last word', async () => {
    const drive = new Map<number, Uint8Array>();
    const puts = await putBoth(() => new DivergingStore(drive));
    const { lost } = await countLostPuts(new DivergingStore(drive), SIZE, puts);
    expect(lost).toBe(puts[0]?.answered.length);
  });
  it('count what a store refuses while the other one writes, and do not expect it afterwards', async () => {
    const store = new PowerCutStore(false);
    store.putMany = () => {
      throw new Error('busy');
    };
    const ended: number[] = [];
    const puts = await putAsTab(store, SIZE, 0, (count) => ended.push(count));
    expect(puts).toEqual({ answered: [], refused: 10 });
    expect(ended).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect((await countLostPuts(store, SIZE, [puts])).lost).toBe(0);
  });
});

describe('a store that was interrupted', () => {
  const fillWith = async (store: PowerCutStore) => {
    for (let key = 0; key < SIZE.batch_rows; key++) {
      store.keptRows.set(key, valueOf(SIZE.seed, key, 'batch', SIZE.loops, 1024));
    }
    const damagedCount = await countDamaged(store, SIZE, SIZE.loops);
    await putOn(store, SIZE, 'survival', (count) => count < 10);
    store.cutPower();
    return damagedCount;
  };

  it('keeps all rows that were answered where each put is flushed', async () => {
    const store = new PowerCutStore(false);
    const damagedCount = await fillWith(store);
    expect(await countSurvivors(store, SIZE, 'survival', 10)).toEqual({ lost: 0, torn: 0, damaged: damagedCount });
  });
  it('is caught where it answers and ignores the flush', async () => {
    const store = new PowerCutStore(true);
    const damagedCount = await fillWith(store);
    expect(await countSurvivors(store, SIZE, 'survival', 10)).toEqual({ lost: 10, torn: 0, damaged: damagedCount });
  });
  it('has every row that was put looked at, also where nobody had heard of it yet', async () => {
    const store = new PowerCutStore(false);
    await fillWith(store);
    const key = SIZE.batch_rows + SIZE.puts + 8;
    store.keptRows.set(key, valueOf(SIZE.seed, key, 'survival', 0, 1024).fill(0, 512));
    expect(await countSurvivors(store, SIZE, 'survival', 3)).toMatchObject({ lost: 0, torn: 1 });
  });
  it('counts a row that has the value from before the reload as lost', async () => {
    const store = new PowerCutStore(false);
    const damagedCount = await fillWith(store);
    await putOn(store, SIZE, 'reload', (count) => count < 4);
    expect(await countSurvivors(store, SIZE, 'reload', 4)).toEqual({ lost: 0, torn: 0, damaged: damagedCount });
    expect(await countSurvivors(store, SIZE, 'reload', 9)).toEqual({ lost: 5, torn: 0, damaged: damagedCount });
  });
  it('is caught with values that are half written, and with older rows that were damaged', async () => {
    const store = new PowerCutStore(false);
    const damagedCount = await fillWith(store);
    const halfValue = valueOf(SIZE.seed, SIZE.batch_rows + SIZE.puts, 'survival', 0, 1024);
    store.keptRows.set(SIZE.batch_rows + SIZE.puts, halfValue.fill(0, 512));
    store.keptRows.delete(0);
    const survivors = await countSurvivors(store, SIZE, 'survival', 10);
    expect(survivors).toMatchObject({ lost: 0, torn: 1 });
    expect(survivors.damaged).toBeGreaterThanOrEqual(damagedCount);
  });
});
