import { OTHER_KEY, plantedStore } from './planted.ts';

/** It keeps one put twice. */
export const openStore = plantedStore(({ rows, isPlanted, putMany }) =>
  putMany([...rows, ...(isPlanted ? rows.map(({ value }) => ({ key: OTHER_KEY, value })) : [])]),
);

/** Its workers stay, as those of most stores do. */
export const mayStay = true;
