import { loadInUse } from '$lib/i18n/dictionary.ts';
import { createI18n, loadMessages } from '$lib/i18n/index.ts';
import type { LayoutLoad } from './$types';

export const load: LayoutLoad = async ({ data }) => {
  const [messages] = await Promise.all([loadMessages(data.language), loadInUse(data.language)]);
  return { ...data, i18n: createI18n(data.language, messages) };
};
