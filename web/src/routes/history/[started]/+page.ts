import { error } from '@sveltejs/kit';
import { loadTab } from '$lib/features/families/load-tab.ts';
import { parseTab, tabsOf } from '$lib/features/families/details/tabs.ts';
import { loadFinished } from '$lib/features/families/finished.ts';
import { entryOf } from '$lib/features/families/views.ts';
import { readKeptRun } from '$lib/features/history/store.ts';
import { texts } from '$lib/base/i18n/texts.ts';
import type { PageLoad } from './$types';

// The run is in this browser only.
export const ssr = false;

export const load: PageLoad = async ({ params, parent, url }) => {
  const { language } = await parent();
  const run = await readKeptRun(params.started).catch(() => null);
  if (!run) error(404, { message: 'no such run', kind: 'run_not_kept' });
  const { family } = run.record;
  const tab = parseTab(url.searchParams.get('tab'), tabsOf(family));
  const [view, finished, ended, details, { answerOf }, { verdictsOf }] = await Promise.all([
    entryOf(family).view(),
    loadFinished(family, { load: (...subjects) => texts.load(language, ...subjects) }),
    import('$lib/features/run/finished-run.ts'),
    loadTab(family, tab),
    import('$lib/features/answer/answer-of.ts'),
    import('$lib/features/families/matrix/model/verdict.ts'),
    texts.load(language, 'answer', 'history', 'picker', 'terms', ...entryOf(family).texts),
  ]);
  return {
    run,
    View: view.default,
    Details: details,
    finished,
    ended,
    answer: answerOf(run.record),
    verdictOf: verdictsOf(run.record),
  };
};
