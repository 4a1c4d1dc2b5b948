import type { FamilyId } from '@opfsmark/schema/families';
import type { Texts } from '$lib/base/i18n/index.ts';

/** What others published about the same question, by the id of the case. */
export const PUBLISHED: Readonly<Record<FamilyId, keyof Texts<'compare'>['publishedCases'] | null>> = {
  matrix: null,
  stutter: 'stutter-eeepc',
  'small-files': 'small-files-eeepc',
  'block-sweep': 'block-sweep-nvme',
  'queue-sweep': 'hdd-ssd-hybrid',
  durability: 'durability-nvme',
  sustained: null,
  database: 'database-insert',
  'app-storage': null,
  'picked-folder': 'filesystems-usb-ssd',
  'picked-file': null,
};
