import { Dictionary } from '$lib/i18n/dictionary.ts';
import type en from './en.ts';

export const permalinkTexts = new Dictionary<typeof en>({ en: () => import('./en.ts'), ja: () => import('./ja.ts') });
/** Within a component: the texts of a permalink, in the page's language. */
export const usePermalinkTexts = () => permalinkTexts.use();
