import { i18nObject } from 'typesafe-i18n';
import { useI18n, type Language } from './index.ts';
import type { Translate, Translation } from './types.ts';

/** Texts that only one page needs are loaded with that page: `usePageTexts({ en, ja })` within a component. */
export function usePageTexts<En>(messages: { readonly en: En; readonly ja: Translation<En> }): {
  readonly t: Translate<En>;
} {
  const i18n = useI18n();
  let made: { language: Language; texts: Translate<En> } | null = null;
  return {
    get t() {
      const { language, format } = i18n;
      if (made?.language !== language) {
        const own = language === 'ja' ? messages.ja : (messages.en as Translation<En>);
        const number = (value: number) => format.number(value, 0);
        // As in `createI18n`: the library types only one level of what it is given.
        const texts = i18nObject<Language, Translation<En> & object, never>(language, own as never, { number });
        made = { language, texts: texts as unknown as Translate<En> };
      }
      return made.texts;
    },
  };
}
