import { rowShortName, sum, type Pause } from '../../documents/index.ts';
import type { Answer, Note } from '../answer.ts';
import type { Numbers } from './numbers.ts';
import { say } from './say.ts';
import type { Words } from './shape.ts';

/** "SEQ1M Q1 read", or the family where its pauses belong to no row. */
function testOf({ row, direction }: Pause, { family }: Pick<Answer, 'family'>, words: Words): string {
  return row && direction ? `${rowShortName(row)} ${words.directions[direction]}` : words.families[family];
}

/** More names are no help to anybody. */
const MAX_TESTS = 3;

/** What a reader must know before the numbers; where computer or browser stood still, for how long and in which test. */
export function noteText(
  note: Note,
  answer: Pick<Answer, 'family' | 'pauses'>,
  words: Words,
  numbers: Numbers,
): string {
  const pauses = (answer.pauses ?? []).filter(({ outcome }) => note === `pause_${outcome}`);
  const tests = [...new Set(pauses.map((pause) => testOf(pause, answer, words)))];
  const test = [...tests.slice(0, MAX_TESTS), ...(tests.length > MAX_TESTS ? ['…'] : [])].join(', ');
  return say(words.notes[note], { time: numbers.time(sum(pauses.map(({ ms }) => ms)) * 1e6), test }, numbers.locale);
}

/** The notes about pauses alone, for files and terminals. */
export function pauseTexts(answer: Pick<Answer, 'family' | 'pauses'>, words: Words, numbers: Numbers): string[] {
  const outcomes = [...new Set(answer.pauses?.map(({ outcome }) => outcome))];
  return outcomes.map((outcome) => noteText(`pause_${outcome}`, answer, words, numbers));
}
