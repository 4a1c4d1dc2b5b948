import { estimateFor } from '@opfsmark/schema/families';
import { texts } from '$lib/base/i18n/texts.ts';
import { readVersusAddress } from '$lib/features/versus/address.ts';
import type { PageLoad } from './$types';

export const load: PageLoad = async ({ parent, url }) => {
  const asked = await readVersusAddress(url.searchParams);
  await texts.load((await parent()).language, 'versus');
  return { asked, estimate: estimateFor(asked.side, asked.plan) };
};
