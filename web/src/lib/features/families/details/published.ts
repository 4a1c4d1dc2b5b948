import type { PublishedCase } from '@opfsmark/schema/documents';
import type { Texts } from '$lib/base/i18n/index.ts';
import type { FamilyId } from '@opfsmark/schema/families';

type Better = PublishedCase['tables'][number]['better'];

/** The axis of bars of ratios: which end is better, because a longer bar of times is slower. */
export function ratioAxis(better: Better, { published }: Texts<'families'>): string {
  const { log, rightIsFaster, leftIsFaster } = published;
  if (better === 'neither') return log();
  return `${log()}, ${better === 'lower' ? leftIsFaster() : rightIsFaster()}`;
}

/** Figures that others published about the same question, where anybody did: by the id of the case. */
export const PUBLISHED: Readonly<Partial<Record<FamilyId, keyof Texts<'compare'>['publishedCases']>>> = {
  stutter: 'stutter-eeepc',
  'small-files': 'small-files-eeepc',
  'block-sweep': 'block-sweep-nvme',
  'queue-sweep': 'hdd-ssd-hybrid',
  durability: 'durability-nvme',
  database: 'database-insert',
  'picked-folder': 'filesystems-usb-ssd',
};
