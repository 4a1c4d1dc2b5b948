import type { Answer } from '@opfsmark/schema/answer';
import { headlineText, proofText, sentenceText, type Numbers, type Words } from '@opfsmark/schema/answer/words';

/** About as much of a title as other sites show. */
const TITLE_CHARACTERS = 70;

export interface Description {
  readonly title: string;
  readonly text: string;
}

function shorten(text: string, max: number): string {
  const letters = Array.from(text);
  return letters.length <= max ? text : `${letters.slice(0, Math.max(max - 1, 0)).join('')}…`;
}

/**
 * The description of a result where only a link to the page is seen: the first line of its card, and where the numbers came from.
 *
 * @param name what it is called; `null` where that is not known
 */
export function describe(answer: Answer, name: string | null, words: Words, numbers: Numbers): Description {
  const sentence = sentenceText(answer, words, numbers, 'visitor');
  const headline = headlineText(answer, words, numbers);
  const whole = name === null ? sentence : `${name}: ${sentence}`;
  const short =
    name === null ? headline : `${shorten(name, Math.max(TITLE_CHARACTERS - 2 - headline.length, 20))}: ${headline}`;
  return {
    title: whole.length <= TITLE_CHARACTERS ? whole : short,
    text: [sentence, proofText(answer, words, numbers)].filter((part) => part !== '').join(' · '),
  };
}
