import { error } from '@sveltejs/kit';
import { loadTab, tabsOf } from '$lib/features/families/views.ts';
import { parseTab } from '$lib/features/families/view.ts';
import { loadFinished } from '$lib/features/families/finished.ts';
import { familyTexts } from '$lib/features/families/texts.ts';
import { readKeptRun } from '$lib/features/history/store.ts';
import { texts } from '$lib/base/i18n/texts.ts';
import type { PageLoad } from './$types';

// The run is in this browser only.
export const ssr = false;

export const load: PageLoad = async ({ params, parent, url }) => {
  const { language } = await parent();
  const run = await readKeptRun(params.started).catch(() => null);
  if (!run || run === 'unreadable') {
    const reason = run ?? 'notKept';
    error(run ? 500 : 404, { message: reason, said: texts.messages(language, 'site').lasting[reason] });
  }
  const { record } = run;
  const { family } = record;
  const tab = parseTab(url.searchParams.get('tab'), tabsOf(record));
  const [finishedParts, { answerOf }, details] = await Promise.all([
    loadFinished(family, { load: (...subjects) => texts.load(language, ...subjects) }),
    import('@opfsmark/schema/answer/of'),
    loadTab(family, tab, (subject) => texts.load(language, subject)),
    texts.load(language, 'result', ...familyTexts(family)),
  ]);
  const facts = finishedParts.noteFactsOf(record);
  return {
    run,
    facts,
    Details: details,
    finished: finishedParts,
    answer: answerOf(record),
    verdictOf: finishedParts.judge.verdictsOf(record),
    scores: finishedParts.judge.scoresOf(record),
  };
};
