import { keyOf } from '../../../wasm-core/ts/stores/contention.ts';
import { indexedDb } from '../../../wasm-core/ts/families/app-storage/worker/contenders/indexeddb.ts';

interface Row {
  readonly key: number;
  readonly value: Uint8Array<ArrayBuffer>;
}

/** The third of the rows that the second worker puts one by one. */
const PLANTED_KEY = keyOf('write', 1, 2);
/** No other row has it. */
export const OTHER_KEY = keyOf('reopen', 7, 4000);

export interface PlantedCall {
  readonly rows: readonly Row[];
  /** Whether this is the one call that goes wrong. */
  readonly isPlanted: boolean;
  putMany(rows: readonly Row[]): void | Promise<void>;
}

/** A sound store, but for what it does with one row. */
export function plantedStore(put: (call: PlantedCall) => void | Promise<void>) {
  return async (name: string) => {
    const store = await indexedDb('relaxed', name).open();
    const putMany = (rows: readonly Row[]) =>
      put({ rows, isPlanted: rows.some(({ key }) => key === PLANTED_KEY), putMany: (all) => store.putMany(all) });
    return {
      open: () => undefined,
      put: (key: number, value: Uint8Array<ArrayBuffer>) => putMany([{ key, value }]),
      putMany,
      hold: (rows: readonly Row[], ms: number) => store.hold?.(rows, ms) ?? Promise.resolve(),
      get: (key: number) => store.get(key),
      range: (first: number, last: number) => store.range(first, last),
      delete: (key: number) => store.deleteMany([key]),
      flush: () => undefined,
      close: () => store.close(),
    };
  };
}
