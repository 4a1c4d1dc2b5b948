import { Dictionary } from '$lib/i18n/dictionary.ts';
import type { Translate } from '$lib/i18n/types.ts';
import type en from './en.ts';

export type BoardTexts = Translate<typeof en>;

export const boardTexts = new Dictionary<typeof en>({ en: () => import('./en.ts'), ja: () => import('./ja.ts') });
/** Within a component: the texts of boards, devices and filesystems, in the page's language. */
export const useBoardTexts = () => boardTexts.use();
