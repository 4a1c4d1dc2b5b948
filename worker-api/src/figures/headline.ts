import type { RunView } from '@opfsmark/schema/api';
import { answerOf } from '@opfsmark/schema/answer/of';
import { headlineText } from '@opfsmark/schema/answer/words';
import { SPOKEN, type Spoken } from './languages.ts';
import { familyTitle } from './words.ts';

/** A run in one line: "Drive: 95 µs per small read". Its figure is that of the sentence on the page and in the picture. */
export function headlineOf({ record }: Pick<RunView, 'record'>, language: Spoken = 'en'): string {
  const { words, numbers } = SPOKEN[language];
  return `${familyTitle(record.family, language)}: ${headlineText(answerOf(record), words, numbers)}`;
}
