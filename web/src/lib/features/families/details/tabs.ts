import type { FamilyId } from '@opfsmark/schema/families';
import { PUBLISHED } from './published.ts';

export type DetailTab =
  'latency' | 'time' | 'percentiles' | 'rates' | 'figures' | 'contenders' | 'iostat' | 'environment' | 'published';

/** What a family tells in tabs of its own: the page of a result keeps within two screens. */
const OWN: Partial<Record<FamilyId, readonly DetailTab[]>> = {
  matrix: ['latency', 'time', 'percentiles', 'rates'],
  'block-sweep': ['figures'],
  'queue-sweep': ['latency', 'figures'],
  sustained: ['figures'],
  'app-storage': ['figures', 'contenders'],
};

/** What is told below a result of this family, one at a time. */
export function tabsOf(family: FamilyId): readonly DetailTab[] {
  return [...(OWN[family] ?? []), 'iostat', 'environment', ...(PUBLISHED[family] ? (['published'] as const) : [])];
}

/** The tab that the address names, or the first. */
export function parseTab(text: string | null, tabs: readonly DetailTab[]): DetailTab {
  return tabs.find((tab) => tab === text) ?? tabs[0] ?? 'environment';
}
