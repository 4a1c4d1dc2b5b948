/**
 * By how much the scores of runs on one computer are taken to differ at least, as a standard deviation of their
 * logarithms: `docs/METHODOLOGY.md` says how often that held.
 */
export const BETWEEN_RUNS = 0.1;
/** The degrees of freedom of that: as if so many runs more had shown it. */
export const TAKEN_FOR_RUNS = 2;

/** By how much the medians of two quiet runs differ at least, as a standard deviation of their logarithms. */
export const BETWEEN_RUNS_AT_LEAST = 0.03;
