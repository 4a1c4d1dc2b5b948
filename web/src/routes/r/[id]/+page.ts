import { entryOf, loadTab, tabsOf } from '$lib/features/families/views.ts';
import { parseTab } from '$lib/features/families/view.ts';
import { familyTexts } from '$lib/features/families/texts.ts';
import { texts } from '$lib/base/i18n/texts.ts';
import type { PageLoad } from './$types';

/** Each family has a view and texts of its own, and a visit loads those of one. */
export const load: PageLoad = async ({
  data: { view, standing, peers, unranked, answer, verdicts, scores, again, facts, description },
  parent,
  url,
}) => {
  const { language } = await parent();
  const entry = entryOf(view.record.family);
  const tab = parseTab(url.searchParams.get('tab'), tabsOf(view.record));
  const [viewModule, details, summary, declared] = await Promise.all([
    entry.view(),
    loadTab(view.record.family, tab, (subject) => texts.load(language, subject)),
    entry.summary?.() ?? null,
    tab === 'environment' ? import('$lib/features/permalink/DeclaredList.svelte') : null,
    unranked.length > 0 ? texts.load(language, 'boards') : null,
    texts.load(language, 'result', ...familyTexts(view.record.family)),
    // Charts that are drawn later the server says in words.
    import.meta.env.SSR ? texts.load(language, 'families') : null,
  ]);
  return {
    view,
    standing,
    peers,
    unranked,
    answer,
    verdicts,
    scores,
    again,
    facts,
    description,
    View: viewModule.default,
    Details: details,
    Summary: summary?.default ?? null,
    DeclaredList: declared?.default ?? null,
  };
};
