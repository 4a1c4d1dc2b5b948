import type { InterleavedVerdict } from '../figures/compare.ts';
import checkedTables from './checked.json' with { type: 'json' };
import releases from './releases.json' with { type: 'json' };
import type { CheckedTable } from './verdict.ts';

export * from './verdict.ts';

/** Published tables that were run again: see `npm run checked -w labs`. */
export const CHECKED_TABLES = checkedTables as readonly CheckedTable[];

/** One figure of a release beside that of the one before: above 1 it is faster. */
export interface ReleaseFigure {
  /** A workload of storage for apps, or `checkpoint`: making lasting what one large transaction has put. */
  readonly figure: string;
  readonly verdict: InterleavedVerdict;
  readonly ratio: number;
  readonly low: number;
  readonly high: number;
  /** The value that the ratio reaches in 95 of 100 comparisons of a thing with itself. */
  readonly noise: number;
  /** How often file handles were called in the one before and in this one, where that is another number each time. */
  readonly calls: readonly number[] | null;
}

export interface Release {
  readonly version: string;
  /** Whether it is on npm. */
  readonly released: boolean;
  /** The one before that ran; the first stands beside itself. */
  readonly against: string;
  readonly failure: string | null;
  readonly figures?: readonly ReleaseFigure[];
}

/** Releases of a contender's library, each measured against the one before. */
export interface Releases extends Pick<CheckedTable, 'date' | 'browser' | 'machine'> {
  readonly contender: string;
  readonly package: string;
  /** A B B A, so many times for each. */
  readonly blocks: number;
  /** Differences that are smaller are none. */
  readonly threshold: number;
  readonly rows: readonly Release[];
}

/** See `npm run releases -w labs`. */
export const RELEASES = releases as readonly Releases[];
