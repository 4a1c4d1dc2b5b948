/**
 * The families of tests, in the order in which they are offered. `matrix` is the result grid. Every layer has a table
 * of them: a family that is missing from one does not compile.
 */
export const FAMILY_IDS = [
  'matrix',
  'stutter',
  'small-files',
  'block-sweep',
  'queue-sweep',
  'durability',
  'latency-under-load',
  'sustained',
  'database',
  'app-storage',
  'picked-folder',
  'picked-file',
] as const;
export type FamilyId = (typeof FAMILY_IDS)[number];

export const isFamilyId = (text: unknown): text is FamilyId => FAMILY_IDS.some((id) => id === text);

export const DEFAULT_FAMILY: FamilyId = 'matrix';
export const DEFAULT_PROFILE = 'quick';
