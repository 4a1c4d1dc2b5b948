import type { FamilyId } from '@opfsmark/schema/families';
import type { Subject } from '$lib/base/i18n/subjects.ts';

const COMMON = ['families'] as const;

/** Texts of the view and the controls of each family. */
export const FAMILY_TEXTS: Readonly<Record<FamilyId, readonly Subject[]>> = {
  matrix: [],
  stutter: COMMON,
  'small-files': COMMON,
  'block-sweep': COMMON,
  'queue-sweep': COMMON,
  durability: COMMON,
  'latency-under-load': COMMON,
  sustained: COMMON,
  database: COMMON,
  'app-storage': COMMON,
  'picked-folder': COMMON,
  'picked-file': COMMON,
};
