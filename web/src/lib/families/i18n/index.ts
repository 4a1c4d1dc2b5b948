import { i18nObject } from 'typesafe-i18n';
import { useI18n, type Language } from '$lib/i18n/index.ts';
import type { Translate, Translation } from '$lib/i18n/types.ts';
import en from './en.ts';
import ja from './ja.ts';

export type FamilyMessages = Translation<typeof en>;
export type FamilyTexts = Translate<typeof en>;

const MESSAGES: Record<Language, FamilyMessages> = { en, ja };

function textsOf(language: Language, number: (value: number) => string): FamilyTexts {
  // As in lib/i18n: the library types only one level of what it is given.
  return i18nObject<Language, FamilyMessages, never>(language, MESSAGES[language], { number });
}

/** Within a component: the texts of the families, in the page's language. */
export function useFamilyTexts(): { readonly t: FamilyTexts } {
  const i18n = useI18n();
  let made: { language: Language; texts: FamilyTexts } | null = null;
  return {
    get t() {
      const { language, format } = i18n;
      if (made?.language !== language)
        made = { language, texts: textsOf(language, (value) => format.number(value, 0)) };
      return made.texts;
    },
  };
}
