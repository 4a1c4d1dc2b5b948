import { useI18n, type Language } from './index.ts';
import { textsOf } from './texts-of.ts';
import type { Translate, Translation } from './types.ts';

/** Few texts, or such as are seen on demand, come in both languages with what says them; more are a `Dictionary`. */
export function usePageTexts<En>(messages: { readonly en: En; readonly ja: Translation<En> }): {
  readonly t: Translate<En>;
} {
  const i18n = useI18n();
  let made: { language: Language; texts: Translate<En> } | null = null;
  return {
    get t() {
      const { language } = i18n;
      if (made?.language !== language) {
        const own = language === 'ja' ? messages.ja : (messages.en as Translation<En>);
        made = { language, texts: textsOf<En>(language, own) };
      }
      return made.texts;
    },
  };
}
