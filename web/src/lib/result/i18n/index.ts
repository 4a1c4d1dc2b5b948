import { Dictionary } from '../../i18n/dictionary.ts';
import type en from './en.ts';

export type { ResultTexts } from './types.ts';

export const resultTexts = new Dictionary<typeof en>({ en: () => import('./en.ts'), ja: () => import('./ja.ts') });
/** Within a component: what is said about a result, in the page's language. */
export const useResultTexts = () => resultTexts.use();
