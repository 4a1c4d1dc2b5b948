import type { FamilyId } from '@opfsmark/schema/families';
import { PUBLISHED } from './published.ts';

export type DetailTab = 'latency' | 'time' | 'percentiles' | 'rates' | 'iostat' | 'environment' | 'published';

/** What is told below a result of this family, one at a time. */
export function tabsOf(family: FamilyId): readonly DetailTab[] {
  const own: DetailTab[] = family === 'matrix' ? ['latency', 'time', 'percentiles', 'rates'] : [];
  return [...own, 'iostat', 'environment', ...(PUBLISHED[family] ? (['published'] as const) : [])];
}

/** The tab that the address names, or the first. */
export function parseTab(text: string | null, tabs: readonly DetailTab[]): DetailTab {
  return tabs.find((tab) => tab === text) ?? tabs[0] ?? 'environment';
}
