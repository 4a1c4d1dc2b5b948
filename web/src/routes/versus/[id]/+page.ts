import { texts } from '$lib/base/i18n/texts.ts';
import { readVersusAddress } from '$lib/features/versus/address.ts';
import type { PageLoad } from './$types';

export const load: PageLoad = async ({ data, parent, url }) => {
  const asked = await readVersusAddress(url.searchParams);
  await texts.load((await parent()).language, 'boards', 'compare', 'families', 'versus');
  return { ...data, asked };
};
