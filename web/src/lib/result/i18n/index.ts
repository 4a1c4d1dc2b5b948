import { usePageTexts } from '../../i18n/page-texts.ts';
import en from './en.ts';
import ja from './ja.ts';
import type { ResultTexts } from './types.ts';

export type { ResultTexts } from './types.ts';

/** Within a component: what is said about a result, in the page's language. */
export function useResultTexts(): { readonly t: ResultTexts } {
  return usePageTexts({ en, ja });
}
