import type { FamilyWords } from '@opfsmark/schema/report/names';
import { error } from '@sveltejs/kit';
import { languageOf } from '$lib/base/i18n/language.server.ts';
import { texts } from '$lib/base/i18n/texts.ts';
import { changeView } from '$lib/features/browsers/view.server.ts';
import type { PageServerLoad } from './$types';

export const load: PageServerLoad = async (event) => {
  const language = languageOf(event);
  await texts.load(language, 'browsers', 'families', 'site');
  const view = changeView(event.params.change);
  if (!view) {
    const title = texts.messages(language, 'site').error.notFound;
    const text = texts.messages(language, 'browsers').changePage.gone;
    error(404, { message: 'no such change', said: { title, text } });
  }
  const { names } = texts.messages(language, 'families').words['app-storage'] as FamilyWords;
  return { view, names };
};
