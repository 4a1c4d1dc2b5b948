import type { RunRecord } from '../../families/index.ts';
import { answerOf } from '../table.ts';
import en from './en.ts';
import { LANGUAGES } from './languages.ts';
import { numbersIn } from './numbers.ts';
import { sentenceText } from './sentence.ts';

/** What files say of a run first: the same as its card. */
export function sentenceInEnglish(record: RunRecord): string {
  return sentenceText(answerOf(record), en, numbersIn(LANGUAGES.en), 'this');
}
