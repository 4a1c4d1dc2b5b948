import type { FamilyId, RunRecord } from '@opfsmark/schema/families';
import type { Component } from 'svelte';
import type { Subject } from '$lib/base/i18n/texts.ts';
import { loadPart } from '$lib/base/ui/load-part.ts';
import { entryOf } from './views.ts';
import { PUBLISHED } from './details/published.ts';
import type { DetailTab } from './details/tabs.ts';
import type { DetailProps } from './view.ts';

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

type Tab = Component<DetailProps>;

/** What a tab holds, and its texts: a visit loads the one that it shows. */
export function loadTab(family: FamilyId, tab: DetailTab, load: (subject: Subject) => Promise<void>) {
  switch (tab) {
    case 'environment':
      return loadPart<Tab>(import('./details/EnvironmentList.svelte'), load('families'));
    case 'published':
      return loadPart<Tab>(import('./details/PublishedTab.svelte'));
    // Charts of the grid come later, and their texts with them; other families have their own texts.
    case 'latency':
    case 'figures':
    case 'contenders':
      return loadPart<Tab>(entryOf(family).details(tab));
    default:
      return loadPart<Tab>(entryOf(family).details(tab), load('families'));
  }
}
