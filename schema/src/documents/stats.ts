export function sum(values: Iterable<number>): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}

/** Median of a non-empty list; the mean of the middle two where there is an even number. */
export function median(values: readonly number[]): number {
  const sortedValues = values.toSorted((a, b) => a - b);
  const middle = sortedValues.length >> 1;
  const upperMiddle = sortedValues[middle] ?? Number.NaN;
  return sortedValues.length % 2 === 1 ? upperMiddle : ((sortedValues[middle - 1] ?? Number.NaN) + upperMiddle) / 2;
}

/** (max - min) / median: how far the loops lie apart; 0 for a single value. */
export function spread(values: readonly number[]): number {
  return values.length < 2 ? 0 : (Math.max(...values) - Math.min(...values)) / median(values);
}

/** Whole numbers as text: one JSON node however long the series. */
export function encodeSeries(values: readonly number[]): string {
  return values.map((value) => Math.round(value)).join(' ');
}

export function decodeSeries(text: string): number[] {
  return text === '' ? [] : text.split(' ').map(Number);
}
