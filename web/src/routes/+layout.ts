import { createI18n, loadMessages } from '$lib/i18n/index.ts';
import type { LayoutLoad } from './$types';

export const load: LayoutLoad = async ({ data }) => ({
  ...data,
  i18n: createI18n(data.language, await loadMessages(data.language)),
});
