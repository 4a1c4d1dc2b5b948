import { plantedStore } from './planted.ts';

/** It answers one put and keeps nothing of it. */
export const openStore = plantedStore(({ rows, isPlanted, putMany }) => (isPlanted ? undefined : putMany(rows)));

/** Its workers stay, as those of most stores do. */
export const mayStay = true;
