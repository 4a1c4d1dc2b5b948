import { numbersIn, type Numbers, type Words } from '@opfsmark/schema/answer/words';
import { LANGUAGES } from '$lib/base/i18n/languages.ts';
import { useI18n, useMessages } from '$lib/base/i18n/index.ts';

/** Within a component: the words of the answer and how numbers are said with them, in the page's language. */
export function useAnswerWords(): { readonly words: Words; readonly numbers: Numbers } {
  const i18n = useI18n();
  const texts = useMessages('answer');
  const numbers = $derived.by(() => numbersIn(LANGUAGES[i18n.language]));
  return {
    get words() {
      return texts.messages;
    },
    get numbers() {
      return numbers;
    },
  };
}
