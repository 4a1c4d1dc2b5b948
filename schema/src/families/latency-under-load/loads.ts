/** Shares of the capacity, in the order in which they follow it. */
export const LOADS_PERCENT = [10, 50, 90] as const;
export type LoadPercent = (typeof LOADS_PERCENT)[number];
