import type { RunView } from '@opfsmark/schema/api';
import { isMeasured, scaleOf } from '@opfsmark/schema/answer';
import { answerOf } from '@opfsmark/schema/answer/of';
import { markText, say, sentenceText } from '@opfsmark/schema/answer/words';
import { SPOKEN, type Spoken } from './languages.ts';
import { familyTitle } from './words.ts';

/**
 * A run in one line: "Drive: read 10,500 /s". The marks of the first ruler that has any; where none has, the sentence,
 * which says why. No number that memory answered is in it, and what came from memory in part says so.
 */
export function headlineOf({ record }: Pick<RunView, 'record'>, language: Spoken = 'en'): string {
  const { words, numbers } = SPOKEN[language];
  const answer = answerOf(record);
  const title = familyTitle(record.family, language);
  const ruler = answer.rulers.find(({ marks }) => marks.some(isMeasured));
  if (!ruler) return `${title}: ${sentenceText(answer, words, numbers, 'this')}`;
  const texts = ruler.marks.filter(isMeasured).map((mark) => markText(ruler.id, mark, words, numbers));
  const flags = texts.map(({ flag, partly }) => (partly === '' ? flag : `${flag} (${partly})`)).join(' · ');
  return `${title}: ${say(words.units[scaleOf(ruler.id).unit], { value: flags }, numbers.locale)}`;
}
