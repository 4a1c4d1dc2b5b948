import type { RunView } from '@opfsmark/schema/api';
import { answerOf } from '@opfsmark/schema/answer/of';
import { gradeText, headlineText } from '@opfsmark/schema/answer/words';
import { SPOKEN, type Spoken } from './languages.ts';
import { familyTitle } from './words.ts';

/** A run in one line: "Drive: 95 µs per small read (good)". Its figure and verdict are those of the sentence on the page and in the picture. */
export function headlineOf({ record }: Pick<RunView, 'record'>, language: Spoken = 'en'): string {
  const { words, numbers } = SPOKEN[language];
  const answer = answerOf(record);
  const grade = gradeText(answer, words);
  const headline = `${familyTitle(record.family, language)}: ${headlineText(answer, words, numbers)}`;
  return grade === '' ? headline : `${headline} (${grade})`;
}
