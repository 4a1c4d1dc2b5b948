import type { PublishedCase } from '@opfsmark/schema/documents';
import type { Texts } from '$lib/base/i18n/index.ts';

type Better = PublishedCase['tables'][number]['better'];

/** The axis of bars of ratios: which end is better, because a longer bar of times is slower. */
export function ratioAxis(better: Better, { published }: Texts<'families'>): string {
  const { log, rightIsFaster, leftIsFaster } = published;
  if (better === 'neither') return log();
  return `${log()}, ${better === 'lower' ? leftIsFaster() : rightIsFaster()}`;
}
