import type { FamilyId } from '@opfsmark/schema/families';

/** Rounded to this: what a browser has measured before is known only to it. */
export const STEP_S = 5;

/** What a standard run of each family takes. Written down, so that a page of one family loads the plans of no other. */
export const STANDARD_SECONDS: Readonly<Record<FamilyId, number>> = {
  matrix: 25,
  stutter: 20,
  'small-files': 10,
  'block-sweep': 15,
  'queue-sweep': 10,
  durability: 5,
  sustained: 10,
  database: 5,
  'app-storage': 50,
  'picked-folder': 10,
  'picked-file': 5,
};
