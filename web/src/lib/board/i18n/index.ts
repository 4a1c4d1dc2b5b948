import { usePageTexts } from '$lib/i18n/page-texts.ts';
import type { Translate } from '$lib/i18n/types.ts';
import en from './en.ts';
import ja from './ja.ts';

export type BoardTexts = Translate<typeof en>;

/** Within a component: the texts of boards, devices and filesystems, in the page's language. */
export const useBoardTexts = (): { readonly t: BoardTexts } => usePageTexts({ en, ja });
