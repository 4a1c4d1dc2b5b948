import { plantedStore } from './planted.ts';

let putCount = 0;

/** Its third single put takes a lock and never gives it back. */
export const openStore = plantedStore((store, rows) =>
  navigator.locks.request('planted', async () => {
    putCount++;
    if (putCount === 3) await new Promise(() => undefined);
    await store.putMany(rows);
  }),
);
