import type { FamilyId } from '@opfsmark/schema/families';
import { entryOf } from './views.ts';
import type { DetailTab } from './details/tabs.ts';

/** What a tab holds: a visit loads the one that it shows. */
export async function loadTab(family: FamilyId, tab: DetailTab) {
  switch (tab) {
    case 'environment':
      return (await import('./details/EnvironmentList.svelte')).default;
    case 'published':
      return (await import('./details/PublishedTab.svelte')).default;
    default:
      return (await entryOf(family).details(tab)).default;
  }
}
