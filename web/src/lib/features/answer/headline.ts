import type { Sentence } from '@opfsmark/schema/answer';
import { headlineText, numbersIn } from '@opfsmark/schema/answer/words';
import { LANGUAGES, type Language } from '$lib/base/i18n/languages.ts';
import { texts } from '$lib/base/i18n/texts.ts';

/** The headline of a result, in a few words, for lists of many. */
export function headlineIn(language: Language, sentence: Sentence): string {
  return headlineText({ sentence }, texts.messages(language, 'site').answer, numbersIn(LANGUAGES[language]));
}
