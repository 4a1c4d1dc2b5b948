/**
 * The families beside the grid, in the order in which they are offered. A family that is not defined for one of these, or
 * is defined for none, does not compile.
 */
export const FAMILY_IDS = [
  'stutter',
  'small-files',
  'block-sweep',
  'queue-sweep',
  'durability',
  'sustained',
  'database',
  'storage-apis',
  'picked-folder',
] as const;
export type FamilyId = (typeof FAMILY_IDS)[number];

export const isFamilyId = (text: string): text is FamilyId => FAMILY_IDS.some((id) => id === text);
