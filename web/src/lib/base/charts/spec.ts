import type { Bin } from './histogram-bins.ts';

/** Names of the page's colours. */
export type ChartColour = 'read' | 'write' | 'muted' | 'mixed' | 'line';

/** One for each place; `null` leaves a gap. */
type Values = readonly (number | null)[];

export interface ChartLine {
  readonly name: string;
  readonly colour: ChartColour;
  readonly dashed?: boolean;
  /** False: a limit, which has no points. */
  readonly dots?: boolean;
  readonly values: Values;
}

export interface Bars {
  readonly name: string;
  readonly colour: ChartColour;
  readonly values: Values;
}

/** Lines over places that are evenly apart: powers of two make that a logarithmic axis. */
export interface LinesSpec {
  readonly kind: 'lines';
  readonly places: readonly string[];
  readonly lines: readonly ChartLine[];
  /** Without titles there is no room for them: the page says beside the chart what its axes are. */
  readonly titles: { readonly x: string; readonly y: string } | null;
  readonly logarithmic?: boolean;
  /** At the axis. */
  readonly tick: (value: number) => string;
  /** Says the value of a point with every digit a reader can use. */
  readonly show: (value: number) => string;
}

/** Lying bars, a row per place. */
export interface BarsSpec {
  readonly kind: 'bars';
  readonly places: readonly string[];
  readonly bars: readonly Bars[];
  readonly stacked?: boolean;
  readonly axis: string;
  readonly show: (value: number) => string;
}

/** How many calls took how long. */
export interface HistogramSpec {
  readonly kind: 'histogram';
  readonly bins: readonly Bin[];
  readonly colour: ChartColour;
  /** Of memory's answers, as everywhere on the page. */
  readonly hatched?: boolean;
  readonly axis: string;
  readonly duration: (ns: number) => string;
  /** A share at the axis. */
  readonly tick: (fraction: number) => string;
  readonly percent: (fraction: number) => string;
}

/** Everything that a chart shows. */
export type ChartSpec = LinesSpec | BarsSpec | HistogramSpec;
