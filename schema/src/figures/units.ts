/** How a number of a unit is written: scaled to the unit that fits its size, or in the one unit that its row names. */
type UnitStyle = 'plain' | 'time' | 'call' | 'seconds' | 'bytes' | 'block' | 'percent' | 'ratio';

interface UnitInfo {
  /** As people read it, '' where it stands in the number; a language that has a word of its own says it in `units`. */
  readonly symbol: string;
  /** How many of what documents count make one. */
  readonly size: number;
  readonly style: UnitStyle;
}

/** A unit of figures: what programs and databases know of it, too. */
interface FigureUnitInfo extends UnitInfo {
  /** No number of a real run is above. */
  readonly max: number;
  /** In a row of a database. */
  readonly code: string;
  /** Where text is ASCII; default: `symbol`. */
  readonly ascii?: string;
  /** Slug of a measure of Bencher: `latency` and `throughput` are the two that every project has. */
  readonly measure: string;
  /** For Prometheus (https://prometheus.io/docs/practices/naming): the name, what it is of, and how many of ours make its base unit. */
  readonly metric: { readonly name: string; readonly of: string; readonly size: number };
}

/** No memory of a machine with a browser moves more, over all its workers. */
export const MAX_BYTES_PER_S = 400e9;

export const MB_PER_S = 'MB/s';

/** The units of figures. Rates are per second; `share` is 0..1; `points` are a score's. */
const OF_FIGURES = {
  bytes_per_s: {
    ...{ symbol: MB_PER_S, size: 1e6, style: 'plain', max: MAX_BYTES_PER_S, code: 'b', measure: 'bytes-per-second' },
    metric: { name: 'throughput_bytes_per_second', of: 'throughput', size: 1 },
  },
  iops: {
    ...{ symbol: 'IOPS', size: 1, style: 'plain', max: 2e9, code: 'i', measure: 'throughput' },
    metric: { name: 'operations_per_second', of: 'rate of calls', size: 1 },
  },
  files_per_s: {
    ...{ symbol: 'files/s', size: 1, style: 'plain', max: 1e7, code: 'f', measure: 'files-per-second' },
    metric: { name: 'files_per_second', of: 'rate of files', size: 1 },
  },
  rows_per_s: {
    ...{ symbol: 'rows/s', size: 1, style: 'plain', max: 1e9, code: 'r', measure: 'rows-per-second' },
    metric: { name: 'rows_per_second', of: 'rate of rows', size: 1 },
  },
  ns: {
    ...{ symbol: 'µs', size: 1e3, style: 'time', max: 1e15, code: 'n', ascii: 'us', measure: 'latency' },
    metric: { name: 'latency_seconds', of: 'latency', size: 1e9 },
  },
  calls: {
    ...{ symbol: 'calls', size: 1, style: 'plain', max: 1e12, code: 'c', measure: 'calls' },
    metric: { name: 'calls', of: 'number of calls', size: 1 },
  },
  share: {
    ...{ symbol: '%', size: 0.01, style: 'percent', max: 1, code: 's', measure: 'share' },
    metric: { name: 'share_ratio', of: 'share of the time', size: 1 },
  },
  points: {
    ...{ symbol: 'points', size: 1, style: 'plain', max: 1e12, code: 'p', measure: 'points' },
    metric: { name: 'points', of: 'points', size: 1 },
  },
} as const satisfies Record<string, FigureUnitInfo>;
export type FigureUnit = keyof typeof OF_FIGURES;
export const FIGURE_UNITS = Object.keys(OF_FIGURES) as FigureUnit[];
export const figureUnitOf = (unit: FigureUnit): FigureUnitInfo => OF_FIGURES[unit];

/**
 * Every unit of a number of a result. `call_ns`: the time of a call, which is told in steps of the clock. `block_bytes`: a size
 * that somebody chose, exact in powers of two. `ratio`: a speed against another one.
 */
const UNITS = {
  ...OF_FIGURES,
  call_ns: { symbol: 'µs', size: 1e3, style: 'call' },
  s: { symbol: 's', size: 1, style: 'seconds' },
  bytes: { symbol: '', size: 1, style: 'bytes' },
  block_bytes: { symbol: '', size: 1, style: 'block' },
  count: { symbol: '', size: 1, style: 'plain' },
  ratio: { symbol: '', size: 1, style: 'ratio' },
  items_per_s: { symbol: 'items/s', size: 1, style: 'plain' },
} as const satisfies Record<string, UnitInfo>;
export type Unit = keyof typeof UNITS;
export const unitOf = (unit: Unit): UnitInfo => UNITS[unit];
