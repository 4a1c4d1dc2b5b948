import { plantedStore } from './planted.ts';

/** Each put takes a lock; one never gives it back. */
export const openStore = plantedStore(({ rows, isPlanted, putMany }) =>
  navigator.locks.request('planted', async () => {
    if (isPlanted) await new Promise(() => undefined);
    await putMany(rows);
  }),
);

/** Its workers stay, as those of most stores do. */
export const mayStay = true;
