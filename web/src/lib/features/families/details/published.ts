import type { FamilyId } from '@opfsmark/schema/families';
import type { Texts } from '$lib/base/i18n/index.ts';

/** What others published about the same question, where anybody did: by the id of the case. */
export const PUBLISHED: Readonly<Partial<Record<FamilyId, keyof Texts<'compare'>['publishedCases']>>> = {
  stutter: 'stutter-eeepc',
  'small-files': 'small-files-eeepc',
  'block-sweep': 'block-sweep-nvme',
  'queue-sweep': 'hdd-ssd-hybrid',
  durability: 'durability-nvme',
  database: 'database-insert',
  'picked-folder': 'filesystems-usb-ssd',
};
