import { texts } from '$lib/base/i18n/texts.ts';
import type { PageLoad } from './$types';

const WORDS = {
  en: () => import('@opfsmark/schema/capacity/words/en'),
  ja: () => import('@opfsmark/schema/capacity/words/ja'),
};

export const load: PageLoad = async ({ parent }) => {
  const { language } = await parent();
  const [{ default: words }] = await Promise.all([WORDS[language](), texts.load(language, 'capacity')]);
  return { words };
};
