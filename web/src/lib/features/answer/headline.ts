import type { Sentence } from '@opfsmark/schema/answer';
import { headlineText, numbersIn } from '@opfsmark/schema/answer/words';
import { LANGUAGES, type Language } from '$lib/base/i18n/languages.ts';
import { texts } from '$lib/base/i18n/texts.ts';

/**
 * The headline of a result, in a few words, for lists of many; '' where another version of the site has kept one of a kind that this
 * one does not know.
 */
export function headlineIn(language: Language, sentence: Sentence): string {
  const words = texts.messages(language, 'site').answer;
  try {
    return headlineText({ sentence }, words, numbersIn(LANGUAGES[language]));
  } catch {
    return '';
  }
}
