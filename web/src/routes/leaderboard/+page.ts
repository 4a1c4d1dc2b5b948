import { boardTexts } from '$lib/board/i18n/index.ts';
import type { PageLoad } from './$types';

export const load: PageLoad = async ({ data, parent }) => {
  await boardTexts.load((await parent()).language);
  return data;
};
