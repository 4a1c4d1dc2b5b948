import type { FamilyId } from '@opfsmark/schema/families';
import { loadCharts } from '$lib/base/charts/load.ts';
import type { useI18n } from '$lib/base/i18n/index.ts';
import { entryOf } from './views.ts';

/** What is seen only once something was measured: loaded when a run begins, and with a run that was kept. */
export async function loadFinished(family: FamilyId, i18n: Pick<ReturnType<typeof useI18n>, 'load'>) {
  const entry = entryOf(family);
  const [{ hasFigures, noteFactsOf, RunDetails, SaveMenu }, view, summary] = await Promise.all([
    import('./after.ts'),
    entry.view(),
    entry.summary?.() ?? null,
    loadCharts(),
    i18n.load('result', 'parts', ...entry.texts),
  ]);
  return {
    hasFigures,
    noteFactsOf,
    RunDetails,
    SaveMenu,
    View: view.default,
    Summary: summary?.default ?? null,
  };
}

export type Finished = Awaited<ReturnType<typeof loadFinished>>;
