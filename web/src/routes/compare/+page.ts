import { texts } from '$lib/base/i18n/texts.ts';
import type { PageLoad } from './$types';

export const load: PageLoad = async ({ data, parent }) => {
  await texts.load(
    (await parent()).language,
    'compare',
    'parts',
    'published',
    ...(data.devices.length > 0 ? (['board'] as const) : []),
  );
  return data;
};
