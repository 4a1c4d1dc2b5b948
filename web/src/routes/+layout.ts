import { createI18n } from '$lib/base/i18n/index.ts';
import { texts } from '$lib/base/i18n/texts.ts';
import type { LayoutLoad } from './$types';

export const load: LayoutLoad = async ({ data }) => {
  await Promise.all([texts.load(data.language, 'site'), texts.loadInUse(data.language)]);
  return { ...data, i18n: createI18n(data.language) };
};
