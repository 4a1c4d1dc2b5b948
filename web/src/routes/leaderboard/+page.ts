import { texts } from '$lib/base/i18n/texts.ts';
import type { PageLoad } from './$types';

export const load: PageLoad = async ({ data, parent }) => {
  const { language } = await parent();
  const hasUnranked = data.board?.recent.some(({ trust }) => trust === 0) ?? false;
  await texts.load(
    language,
    ...(['boards'] as const),
    ...(hasUnranked ? (['result'] as const) : []),
    ...(data.contenders ? (['families'] as const) : []),
  );
  return data;
};
