import type { DetailProps, DetailTab, FamilyEntry } from './view.ts';
import type { FamilyId, RunRecord } from '@opfsmark/schema/families';
import type { Component } from 'svelte';
import type { Subject } from '$lib/base/i18n/texts.ts';
import { loadPart } from '$lib/base/ui/load-part.ts';
import { PUBLISHED } from './details/published.ts';

const loadIostat = () => import('./details/IostatView.svelte');

/** The judge of a family whose figures say everything. */
const NO_JUDGE = { verdictsOf: () => () => null, scoresOf: () => null };
/** The judge of a run that has no answer before its end. */
const NOT_LIVE = { recordSoFar: () => null };

const loadReport = () => import('./report/ReportView.svelte');

/** Its report shows the result, and its tabs. */
const DEFAULTS: FamilyEntry = {
  view: loadReport,
  tabs: () => [],
  details: (tab: DetailTab) => (tab === 'iostat' ? loadIostat() : loadReport()),
  summary: null,
  judge: () => Promise.resolve(NO_JUDGE),
  live: () => Promise.resolve(NOT_LIVE),
};

/** How a family is shown, where that is not as usual. */
const VIEWS: { readonly [Id in FamilyId]?: Partial<FamilyEntry<Id>> } = {
  matrix: {
    view: () => import('./matrix/MatrixView.svelte'),
    tabs: () => ['latency', 'time', 'percentiles', 'rates'],
    details(tab) {
      switch (tab) {
        case 'latency':
          return import('./matrix/details/LatencyTab.svelte');
        case 'time':
          return import('./matrix/details/SeriesTab.svelte');
        case 'percentiles':
          return import('./matrix/details/PercentilesTab.svelte');
        case 'rates':
          return import('./matrix/details/RatesTab.svelte');
        default:
          return import('./matrix/details/IostatTab.svelte');
      }
    },
    summary: () => import('./matrix/score/ScorePanel.svelte'),
    judge: async () => (await import('./matrix/judge.ts')).matrixJudge,
    live: async () => (await import('./matrix/judge.ts')).matrixLive,
  },
  stutter: {
    view: () => import('./stutter/StutterView.svelte'),
    // Older runs have none.
    tabs: ({ result: { pass } }) => ((pass?.read ?? pass?.write)?.series.ops ? ['time'] : []),
    details: (tab) => (tab === 'time' ? import('./stutter/TimeTab.svelte') : loadIostat()),
  },
  'block-sweep': { tabs: () => ['figures'] },
  'queue-sweep': { tabs: () => ['latency', 'figures'] },
  sustained: { tabs: () => ['figures'] },
  'app-storage': {
    view: () => import('./app-storage/AppStorageView.svelte'),
    tabs: () => ['figures', 'contenders'],
    details(tab) {
      if (tab === 'figures') return import('./app-storage/FiguresTab.svelte');
      return tab === 'contenders' ? import('./app-storage/ContendersTab.svelte') : loadIostat();
    },
  },
};

/** The entry by which any result or record of this id is shown: whoever holds one takes the entry by its family. */
export function entryOf(id: FamilyId): FamilyEntry {
  return { ...DEFAULTS, ...(VIEWS[id] as Partial<FamilyEntry> | undefined) };
}

/** The tabs below this result, one shown at a time. */
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

/** The content of a tab, and its texts: each is a chunk of its own, and a visit loads the one that it shows. */
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
