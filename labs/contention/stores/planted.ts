import { BLOB_KEY } from '../../../wasm-core/ts/stores/store.ts';
import { indexedDb } from '../../../wasm-core/ts/families/app-storage/worker/contenders/indexeddb.ts';

interface Row {
  readonly key: number;
  readonly value: Uint8Array<ArrayBuffer>;
}
type Store = Awaited<ReturnType<ReturnType<typeof indexedDb>['open']>>;
type PutMany = (store: Store, rows: readonly Row[]) => void | Promise<void>;

/** A sound store, but for what it does with a single row: only some of its calls are of that kind. */
export function plantedStore(putOne: PutMany) {
  return async () => {
    const store = await indexedDb('relaxed').open();
    const putMany = (rows: readonly Row[]) => (rows.length === 1 ? putOne(store, rows) : store.putMany(rows));
    return {
      open: () => undefined,
      put: (key: number, value: Uint8Array<ArrayBuffer>) => putMany([{ key, value }]),
      putMany,
      get: (key: number) => store.get(key),
      range: (first: number, last: number) => store.range(first, last),
      delete: (key: number) => store.deleteMany([key]),
      flush: () => undefined,
      close: () => store.close(),
    };
  };
}

/** A key that no other row has, below the greatest one that is looked at. */
export const otherKey = (key: number) => key + BLOB_KEY / 2 ** 17;
