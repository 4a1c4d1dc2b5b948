import { expect, it, vi } from 'vitest';
import { WaSqliteStore } from './wa-sqlite.ts';

type SQLiteAPI = Parameters<typeof WaSqliteStore.open>[0];

it.each(['put', 'get', 'range', 'delete'] as const)(
  'a failing %s leaves no statement that was not reset',
  async (call) => {
    const error = new Error('database is locked');
    let prepared = 0;
    const reset = vi.fn(() => Promise.reject(error));
    const sqlite3 = {
      exec: () => Promise.resolve(0),
      statements: () => [++prepared],
      bind_int: () => 0,
      bind_blob: () => 0,
      step: () => Promise.reject(error),
      reset,
    };
    const store = await WaSqliteStore.open(sqlite3 as unknown as SQLiteAPI, 1);
    const calls = {
      put: () => store.putMany([{ key: 1, value: new Uint8Array(1) }]),
      get: () => store.get(1),
      range: () => store.range(1, 2),
      delete: () => store.deleteMany([1]),
    };
    await expect(calls[call]()).rejects.toBe(error);
    expect(reset).toHaveBeenCalledOnce();
  },
);
