import { type EstimatedMedian, medianRanks, MIN_INTERVAL_PROVIDERS } from '../boards/difference.ts';
import type { MetricValue } from '../boards/values.ts';

/** Some things by what they have in common, in their order: `Map.groupBy`, which browsers of schema's age lack. */
export function groupBy<Key, Value>(values: readonly Value[], keyOf: (value: Value) => Key): Map<Key, Value[]> {
  const groups = new Map<Key, Value[]>();
  for (const value of values) {
    const group = groups.get(keyOf(value));
    if (group) group.push(value);
    else groups.set(keyOf(value), [value]);
  }
  return groups;
}

/** For charts and shares, values are counted in logarithmic bins: bin b stands for GAMMA^b and holds values within 1 % of it. */
const GAMMA = 1.02;
const BIN_RANGE = { min: 1e-9, max: 1e18 } as const;

export function binOf(value: number): number {
  const clampedValue = Math.min(BIN_RANGE.max, Math.max(BIN_RANGE.min, value || 0));
  return Math.round(Math.log(clampedValue) / Math.log(GAMMA));
}

export const valueOfBin = (bin: number): number => GAMMA ** bin;

/** By which warnings know a run. */
export interface RunClass {
  readonly browser: string;
  readonly version: string;
  readonly core: string;
  readonly created_ms: number;
}

/** A run that stands for a value. */
export interface TypicalRun extends RunClass {
  readonly run_id: string;
}

/** A value that somebody has measured, and the run that it is of. */
export interface Measured extends MetricValue {
  readonly run: TypicalRun;
}

/** The statistic of a metric: what providers say of it. The median is a value that was measured. */
export interface Statistic extends EstimatedMedian {
  /** Of the run that the value is of. */
  readonly p99_ns: number | null;
  readonly ceiling?: number;
  readonly run: TypicalRun;
  /** How many providers are in a bin, ascending; none where they are too few for a chart. */
  readonly bins: readonly (readonly [bin: number, providers: number])[];
}

/** Worst value first; of the same values in the order of their runs, so that it is the same wherever it is counted. */
export const lessFlattering =
  (better: 'higher' | 'lower') =>
  (a: Measured, b: Measured): number =>
    (better === 'higher' ? a.value - b.value : b.value - a.value) || (a.run.run_id < b.run.run_id ? -1 : 1);

/** Of two the first. */
export function middleOf<Value>(sorted: readonly Value[]): Value {
  const middle = sorted[(sorted.length - 1) >> 1];
  if (middle === undefined) throw new RangeError('nothing has no middle');
  return middle;
}

/** @param measured one value of each provider: at least one */
export function summarize(measured: readonly Measured[], better: 'higher' | 'lower'): Statistic {
  const worstFirst = measured.toSorted(lessFlattering(better));
  const n = worstFirst.length;
  const middle = middleOf(worstFirst);
  const bounds = medianRanks(n).map((rank) => worstFirst[rank - 1]?.value ?? middle.value);
  const counts = groupBy(measured, ({ value }) => binOf(value));
  const { value, p99_ns, ceiling, run } = middle;
  return {
    ...{ value, low: Math.min(...bounds), high: Math.max(...bounds), providers: n },
    ...{ p99_ns, ...(ceiling === undefined ? {} : { ceiling }), run },
    bins:
      n < MIN_INTERVAL_PROVIDERS
        ? []
        : [...counts].map(([bin, of]) => [bin, of.length] as const).toSorted(([a], [b]) => a - b),
  };
}

/** The value that a part of the providers does not exceed, within 1 %; of a few the bounds of their range. */
export function quantile({ bins, providers, value, low, high }: Statistic, part: number): number {
  if (bins.length === 0) return part === 1 / 2 ? value : part < 1 / 2 ? low : high;
  let sum = 0;
  for (const [bin, count] of bins) {
    sum += count;
    if (sum >= part * providers) return valueOfBin(bin);
  }
  return valueOfBin(bins.at(-1)?.[0] ?? 0);
}
