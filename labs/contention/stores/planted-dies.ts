import { plantedStore } from './planted.ts';

/** Each put takes a lock; one worker ends in the middle of it. */
export const openStore = plantedStore(({ rows, isPlanted, putMany }) =>
  navigator.locks.request('planted', async () => {
    if (isPlanted) {
      globalThis.close();
      await new Promise(() => undefined);
    }
    await putMany(rows);
  }),
);
