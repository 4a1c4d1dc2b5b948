import { texts } from '$lib/base/i18n/texts.ts';
import type { PageLoad } from './$types';

export const load: PageLoad = async ({ data, parent }) => {
  await texts.load((await parent()).language, 'prose', 'storage');
  return data;
};
