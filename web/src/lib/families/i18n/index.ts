import { Dictionary } from '$lib/i18n/dictionary.ts';
import type { Translate, Translation } from '$lib/i18n/types.ts';
import type en from './en.ts';

export type FamilyMessages = Translation<typeof en>;
export type FamilyTexts = Translate<typeof en>;

export const familyTexts = new Dictionary<typeof en>({ en: () => import('./en.ts'), ja: () => import('./ja.ts') });
/** Within a component: the texts of the families, in the page's language. */
export const useFamilyTexts = () => familyTexts.use();
