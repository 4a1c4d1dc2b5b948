import { texts } from '$lib/base/i18n/texts.ts';
import type { PageLoad } from './$types';

export const load: PageLoad = async ({ data, parent }) => {
  // A chunk of its own, as results have it: their first load stays as it is.
  const [{ default: Report }] = await Promise.all([
    import('$lib/features/families/report/ReportView.svelte'),
    texts.load((await parent()).language, 'prose', 'families'),
  ]);
  return { ...data, Report };
};
