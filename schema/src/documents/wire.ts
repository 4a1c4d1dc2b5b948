export function encodeSeries(values: readonly number[]): string {
  return values.map((value) => Math.round(value)).join(' ');
}

export function decodeSeries(text: string): number[] {
  return text === '' ? [] : text.split(' ').map(Number);
}

/** Counts by bin number (1, 2, ...); bins that are missing are empty. */
export type SparseCounts = ReadonlyMap<number, number>;

/**
 * The form of `encodeHistogram` for bins numbered from 1 without an upper end: non-empty bins from low to high as
 * `gap:count`, gap being the distance from the bin before (the first counts from 0), left out where it is 1.
 */
export function encodeSparse(counts: SparseCounts): string {
  let previous = 0;
  const filled = [...counts].filter(([, n]) => n > 0).sort(([a], [b]) => a - b);
  const parts = filled.map(([bin, n]) => {
    const gap = bin - previous;
    previous = bin;
    return gap === 1 ? `${n}` : `${gap}:${n}`;
  });
  return parts.join(' ');
}

/** Inverse of `encodeSparse`; `null` for a text that it cannot have written. */
export function decodeSparse(text: string): SparseCounts | null {
  const counts = new Map<number, number>();
  if (text === '') return counts;
  let bin = 0;
  for (const part of text.split(' ')) {
    const match = /^(?:([1-9]\d{0,6}):)?([1-9]\d{0,14})$/.exec(part);
    if (!match || match[1] === '1') return null;
    bin += Number(match[1] ?? 1);
    counts.set(bin, Number(match[2]));
  }
  return counts;
}

export function sum(values: Iterable<number>): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}
