import { texts } from '$lib/base/i18n/texts.ts';
import type { PageLoad } from './$types';

export const load: PageLoad = async ({ data, parent }) => {
  const hasUnranked = data.group.runs.some(({ trust }) => trust === 0);
  await texts.load(
    (await parent()).language,
    ...(['boards', 'compare', 'families'] as const),
    ...(hasUnranked ? (['result'] as const) : []),
  );
  return data;
};
