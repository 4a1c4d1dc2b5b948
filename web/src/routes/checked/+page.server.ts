import { languageOf } from '$lib/base/i18n/language.server.ts';
import { texts } from '$lib/base/i18n/texts.ts';
import { checkedViews, releasesViews } from '$lib/features/checked/view.ts';
import type { FamilyWords } from '@opfsmark/schema/report/names';
import type { PageServerLoad } from './$types';

/** Here, so that the facts, the function that judges them and the words of a family are no script of the page. */
export const load: PageServerLoad = async (event) => {
  const language = languageOf(event);
  await texts.load(language, 'families');
  const { names } = texts.messages(language, 'families').words['app-storage'] as FamilyWords;
  return { tables: checkedViews(), releases: releasesViews(), names };
};
