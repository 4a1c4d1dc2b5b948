import { afterEach, expect, it, vi } from 'vitest';
import type { Database } from '@sqlite.org/sqlite-wasm';
import { SqliteStore } from './contenders/sahpool.ts';
import { entryOf } from './entries.ts';
import { WaSqliteStore } from './wa-sqlite.ts';

type SQLiteAPI = Parameters<typeof WaSqliteStore.open>[0];

const error = new Error('database is locked');

/** Stores whose statements all fail, and how often one was reset. */
const FAILING_STORES = {
  'wa-sqlite': async () => {
    let preparedCount = 0;
    const reset = vi.fn(() => Promise.reject(error));
    const sqlite3 = {
      exec: () => Promise.resolve(0),
      statements: () => [++preparedCount],
      bind_int: () => 0,
      bind_blob: () => 0,
      step: () => Promise.reject(error),
      reset,
    };
    return { store: await WaSqliteStore.open(sqlite3 as unknown as SQLiteAPI, 1), reset };
  },
  'sqlite-wasm': () => {
    const fail = () => {
      throw error;
    };
    const reset = vi.fn(fail);
    const db = { exec: () => undefined, prepare: () => ({ bind: () => undefined, step: fail, reset }) };
    return { store: new SqliteStore(db as unknown as Database, () => undefined), reset };
  },
};

it.each(
  (['wa-sqlite', 'sqlite-wasm'] as const).flatMap((name) =>
    (['put', 'get', 'range', 'delete'] as const).map((call) => ({ name, call })),
  ),
)('a failing $call of $name leaves no statement that was not reset', async ({ name, call }) => {
  const { store, reset } = await FAILING_STORES[name]();
  const calls = {
    put: () => store.putMany([{ key: 1, value: new Uint8Array(1) }]),
    get: () => store.get(1),
    range: () => store.range(1, 2),
    delete: () => store.deleteMany([1]),
  };
  await expect(Promise.resolve().then<unknown>(calls[call])).rejects.toBe(error);
  expect(reset).toHaveBeenCalledOnce();
});

afterEach(() => {
  vi.doUnmock('@journeyapps/wa-sqlite');
  vi.doUnmock('@journeyapps/wa-sqlite/dist/wa-sqlite.mjs');
  vi.doUnmock('@journeyapps/wa-sqlite/dist/wa-sqlite-async.mjs');
  vi.resetModules();
});

it('stores that are open at once have files of different names, by which their locks are called', async () => {
  vi.resetModules();
  const names: string[] = [];
  const open_v2 = (name: string) => {
    names.push(name);
    return Promise.reject(new Error('that is enough'));
  };
  vi.doMock('@journeyapps/wa-sqlite', () => ({ Factory: () => ({ vfs_register: () => 0, open_v2 }) }));
  for (const build of ['wa-sqlite', 'wa-sqlite-async'])
    vi.doMock(`@journeyapps/wa-sqlite/dist/${build}.mjs`, () => ({ default: () => Promise.resolve({}) }));
  for (const name of ['OPFSCoopSyncVFS', 'OPFSWriteAheadVFS', 'OPFSAdaptiveVFS', 'IDBBatchAtomicVFS']) {
    const path = `@journeyapps/wa-sqlite/src/examples/${name}.js`;
    vi.doMock(path, () => ({ [name]: { create: () => Promise.resolve({}) } }));
  }
  const ids = ['coop', 'write-ahead', 'write-ahead-normal', 'adaptive', 'idb-batch-atomic'] as const;
  const adapters = await Promise.all(ids.map((id) => entryOf(id).load()));
  await Promise.allSettled(adapters.map((adapter) => adapter.open()));
  expect(new Set(names).size).toBe(adapters.length);
});
