import { studentT95 } from '../documents/stats.ts';

/**
 * By how much the scores of runs on one computer are taken to differ at least, as a standard deviation of their
 * logarithms: `docs/METHODOLOGY.md` says how often that held.
 */
export const BETWEEN_RUNS = 0.1;
/** As many earlier runs weigh as much as what is taken for granted without any. */
export const TAKEN_FOR_RUNS = 2;

/** By how much two runs may differ by chance, in logarithms, beyond what their loops show: as scores are taken to. */
export const BETWEEN_TWO_RUNS = studentT95(TAKEN_FOR_RUNS) * Math.SQRT2 * BETWEEN_RUNS;
