import type { DetailTab } from '../../details/tabs.ts';

/** A tab is a chunk of its own: a visit loads the one that it shows. */
export function detailsOfTab(tab: DetailTab) {
  switch (tab) {
    case 'latency':
      return import('./LatencyTab.svelte');
    case 'time':
      return import('./SeriesTab.svelte');
    case 'percentiles':
      return import('./PercentilesTab.svelte');
    case 'rates':
      return import('./RatesTab.svelte');
    default:
      return import('./IostatTab.svelte');
  }
}
