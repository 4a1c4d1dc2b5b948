/** After each step of forgetting so many samples are taken, and so many steps in a row must find all of them slow. */
export const SAMPLES_PER_STEP = 4;
export const SLOW_STEPS = 2;

/** Fewer slow samples than these speak for files that are still in memory. */
export const MIN_SLOW_SAMPLES = SLOW_STEPS * SAMPLES_PER_STEP;
