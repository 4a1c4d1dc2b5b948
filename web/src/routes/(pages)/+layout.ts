import { PAGE_TEXTS } from '$lib/base/i18n/page-texts.ts';
import { texts } from '$lib/base/i18n/texts.ts';
import type { LayoutLoad } from './$types';

/** Not in the layout of all pages: where texts do not come, that one says so. */
export const load: LayoutLoad = async ({ parent, route }) => {
  const { language } = await parent();
  await texts.load(language, ...(PAGE_TEXTS[route.id.replace('/(pages)', '')] ?? []));
};
