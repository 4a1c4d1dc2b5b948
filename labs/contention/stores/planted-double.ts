import { otherKey, plantedStore } from './planted.ts';

let putCount = 0;

/** It keeps its third single put twice. */
export const openStore = plantedStore((store, rows) => {
  putCount++;
  const copies = putCount === 3 ? rows.map(({ key, value }) => ({ key: otherKey(key), value })) : [];
  return store.putMany([...rows, ...copies]);
});
