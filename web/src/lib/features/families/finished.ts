import type { FamilyId } from '@opfsmark/schema/families';
import { loadCharts } from '$lib/base/charts/show-chart.svelte.ts';
import type { useI18n } from '$lib/base/i18n/index.ts';
import { entryOf } from './views.ts';

/** What is seen only once something was measured: loaded when a run begins, and with a run that was kept. */
export async function loadFinished(family: FamilyId, i18n: Pick<ReturnType<typeof useI18n>, 'load'>) {
  const entry = entryOf(family);
  const [{ hasFigures, RunDetails, SaveMenu }, details, summary] = await Promise.all([
    import('./after.ts'),
    entry.details(),
    entry.summary?.() ?? null,
    loadCharts(),
    i18n.load('result', 'parts', ...entry.texts),
  ]);
  return { hasFigures, RunDetails, SaveMenu, Details: details.default, Summary: summary?.default ?? null };
}

export type Finished = Awaited<ReturnType<typeof loadFinished>>;
