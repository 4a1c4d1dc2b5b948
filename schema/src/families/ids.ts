import type { RulerId } from '../figures/rulers.ts';

/**
 * The families of tests in the order in which they are offered, each with the rulers of its answer, the leading one first:
 * what is known of a family before it is loaded. `matrix` is the result grid.
 */
export const RULERS_OF = {
  matrix: ['opens', 'moves', 'saves'],
  stutter: ['waits'],
  'small-files': ['files'],
  'block-sweep': ['moves'],
  'queue-sweep': ['calls'],
  durability: ['moves'],
  'latency-under-load': ['busy'],
  sustained: ['moves'],
  database: ['commits'],
  'app-storage': ['items'],
  'picked-folder': ['moves'],
  'picked-file': ['opens'],
} as const satisfies Readonly<Record<string, readonly [RulerId, ...RulerId[]]>>;
export type FamilyId = keyof typeof RULERS_OF;
export const FAMILY_IDS = Object.keys(RULERS_OF) as FamilyId[];

export const isFamilyId = (text: unknown): text is FamilyId => FAMILY_IDS.some((id) => id === text);
