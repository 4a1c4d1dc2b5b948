import { texts } from '$lib/base/i18n/texts.ts';
import type { PageLoad } from './$types';

export const load: PageLoad = async ({ data, parent }) => {
  const { language } = await parent();
  await texts.load(language, 'boards', ...(data.contenders ? (['families'] as const) : []));
  return data;
};
