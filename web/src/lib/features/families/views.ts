import type { FamilyId } from '@opfsmark/schema/families';
import { detailsOfTab } from './matrix/details/tabs.ts';
import type { DetailTab } from './details/tabs.ts';
import type { FamilyEntry } from './view.ts';

const loadIostat = () => import('./details/IostatView.svelte');

/** Of a family whose figures say everything. */
const NO_JUDGE = { verdictsOf: () => () => null, scoresOf: () => null };
/** Of one that has no answer before its end. */
const NOT_LIVE = { recordSoFar: () => null };

/** Its report shows the result, and its tabs. */
const DEFAULTS: FamilyEntry = {
  view: () => import('./report/ReportView.svelte'),
  tabs: () => [],
  details: (tab: DetailTab) => (tab === 'iostat' ? loadIostat() : import('./report/ReportTab.svelte')),
  summary: null,
  judge: () => Promise.resolve(NO_JUDGE),
  live: () => Promise.resolve(NOT_LIVE),
};

/** How a family is shown, where that is not as usual. */
const VIEWS: { readonly [Id in FamilyId]?: Partial<FamilyEntry<Id>> } = {
  matrix: {
    view: () => import('./matrix/MatrixView.svelte'),
    tabs: () => ['latency', 'time', 'percentiles', 'rates'],
    details: detailsOfTab,
    summary: () => import('./matrix/score/ScorePanel.svelte'),
    judge: async () => (await import('./matrix/judge.ts')).matrixJudge,
    live: async () => (await import('./matrix/live.ts')).matrixLive,
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
