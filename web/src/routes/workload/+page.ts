import { familyTexts } from '$lib/families/i18n/index.ts';
import type { PageLoad } from './$types';

export const load: PageLoad = async ({ parent }) => {
  await familyTexts.load((await parent()).language);
};
