import type { FamilyWords } from '@opfsmark/schema/report/names';
import { error } from '@sveltejs/kit';
import { languageOf } from '$lib/base/i18n/language.server.ts';
import { texts } from '$lib/base/i18n/texts.ts';
import { changeView } from '$lib/features/browsers/view.server.ts';
import type { PageServerLoad } from './$types';

export const load: PageServerLoad = async (event) => {
  const language = languageOf(event);
  await texts.load(language, 'browsers', 'families');
  const view = changeView(event.params.change);
  if (!view) error(404, texts.texts(language, 'browsers').changePage.gone());
  const { names } = texts.messages(language, 'families').words['app-storage'] as FamilyWords;
  return { view, names };
};
