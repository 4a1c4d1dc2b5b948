import { plantedStore } from './planted.ts';

let putCount = 0;

/** It answers its third single put and keeps nothing of it. */
export const openStore = plantedStore((store, rows) => {
  putCount++;
  return putCount === 3 ? undefined : store.putMany(rows);
});
