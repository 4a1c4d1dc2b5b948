import type { FamilyId, RunRecord } from '@opfsmark/schema/families';
import type { Subject } from '$lib/base/i18n/subjects.ts';
import { entryOf } from './views.ts';
import { PUBLISHED } from './details/published.ts';
import type { DetailTab } from './details/tabs.ts';

/** What is told below this result, one at a time. */
export function tabsOf(record: RunRecord): readonly DetailTab[] {
  const { family } = record;
  return [
    ...entryOf(family).tabs(record),
    'iostat',
    'environment',
    ...(PUBLISHED[family] ? (['published'] as const) : []),
  ];
}

/** What a tab holds, and its texts: a visit loads the one that it shows. */
export async function loadTab(family: FamilyId, tab: DetailTab, load: (subject: Subject) => Promise<void>) {
  switch (tab) {
    case 'environment':
      await load('details');
      return (await import('./details/EnvironmentList.svelte')).default;
    case 'published':
      return (await import('./details/PublishedTab.svelte')).default;
    // Charts of the grid come later, and their texts with them; other families have their own texts.
    case 'latency':
    case 'figures':
    case 'contenders':
      return (await entryOf(family).details(tab)).default;
    default:
      await load('details');
      return (await entryOf(family).details(tab)).default;
  }
}
