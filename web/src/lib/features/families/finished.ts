import { type FamilyId, loadFamily, planToParameters, type RunRecord } from '@opfsmark/schema/families';
import { loadCharts } from '$lib/base/charts/show-chart.svelte.ts';
import type { useI18n } from '$lib/base/i18n/index.ts';
import { noteFactsOf } from './details/note-facts.ts';
import RunDetails from './RunDetails.svelte';
import { familyTexts } from './texts.ts';
import { entryOf } from './views.ts';

/** Parts that are seen only once something was measured: loaded when a run begins, and with a run that was kept. */
export async function loadFinished(family: FamilyId, i18n: Pick<ReturnType<typeof useI18n>, 'load'>) {
  const entry = entryOf(family);
  const [loadedFamily, view, summary, judge] = await Promise.all([
    loadFamily(family),
    entry.view(),
    entry.summary?.() ?? null,
    entry.judge(),
    loadCharts(),
    i18n.load('result', ...familyTexts(family)),
  ]);
  return {
    /** Whether anything was measured that stands for the run. */
    hasFigures: (record: RunRecord) => loadedFamily.figures(record).length > 0,
    noteFactsOf: (record: RunRecord) => noteFactsOf(record, loadedFamily),
    /** The parameters that open the plan of a run. */
    parametersOf: ({ plan }: RunRecord) => planToParameters(loadedFamily, plan),
    RunDetails,
    judge,
    View: view.default,
    Summary: summary?.default ?? null,
  };
}

export type Finished = Awaited<ReturnType<typeof loadFinished>>;
