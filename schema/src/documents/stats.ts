/** Median of a non-empty list; the mean of the middle two where there is an even number. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** (max - min) / median: how far the loops lie apart; 0 for a single value. */
export function spread(values: readonly number[]): number {
  return values.length < 2 ? 0 : (Math.max(...values) - Math.min(...values)) / median(values);
}

/** Sample standard deviation; 0 for a single value. */
export function standardDeviation(values: readonly number[]): number {
  if (values.length < 2) return 0;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1));
}

/** The 95 % quantile of Student's t: within 3 % for 2 degrees of freedom, within half a percent for more. */
export function studentT95(degreesOfFreedom: number): number {
  return 1.645 * (1 + 0.928 / (degreesOfFreedom - 0.864));
}
