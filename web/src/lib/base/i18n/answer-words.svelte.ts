import { numbersIn, type Numbers, type Words } from '@opfsmark/schema/answer/words';
import { LANGUAGES, type Language } from '$lib/base/i18n/languages.ts';
import { useI18n, useMessages } from '$lib/base/i18n/index.ts';

/** Made once: a page has many components that speak, and each would make its own. */
const numbersByLanguage = new Map<Language, Numbers>();

function numbersOf(language: Language): Numbers {
  const numbers = numbersByLanguage.get(language) ?? numbersIn(LANGUAGES[language]);
  numbersByLanguage.set(language, numbers);
  return numbers;
}

/** Within a component: the words of the answer and how numbers are said with them, in the page's language. */
export function useAnswerWords(): { readonly words: Words; readonly numbers: Numbers } {
  const i18n = useI18n();
  const texts = useMessages('site', 'answer');
  return {
    get words() {
      return texts.messages;
    },
    get numbers() {
      return numbersOf(i18n.language);
    },
  };
}
