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

/** What is said of a result, named by its device where that is known, where only a link to the page is seen: what its card says first, and where the numbers came from. */
export function describe(answer: Answer, device: string | null, words: Words, numbers: Numbers): Description {
  const sentence = sentenceText(answer, words, numbers, 'visitor');
  const headline = headlineText(answer, words, numbers);
  const whole = device === null ? sentence : `${device}: ${sentence}`;
  const short =
    device === null
      ? headline
      : `${shorten(device, Math.max(TITLE_CHARACTERS - 2 - headline.length, 20))}: ${headline}`;
  return {
    title: whole.length <= TITLE_CHARACTERS ? whole : short,
    text: [sentence, proofText(answer, words, numbers)].filter((part) => part !== '').join(' · '),
  };
}
