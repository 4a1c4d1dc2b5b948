import type { RulerId } from './rulers.ts';

/** Fewer networks say nothing about a place among them. */
export const MIN_CROWD = 20;

/** What others measured, on one ruler. */
export interface Crowd {
  readonly ruler: RulerId;
  /** Each counts once. */
  readonly networks: number;
  /** How many of them are slower than this result. */
  readonly slower: number;
  /** How many stand where, as an SVG path in a box of `HILL`. */
  readonly hill: string;
}

/** The box of that path. */
export const HILL = { width: 100, height: 20 } as const;
