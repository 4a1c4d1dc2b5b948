import { rowShortName, sum, type Pause } from '../../documents/index.ts';
import type { Answer, Note } from '../answer.ts';
import type { Numbers } from './numbers.ts';
import { say } from './say.ts';
import type { Words } from './shape.ts';

type Named = Pick<Words, 'directions' | 'families'>;

/** "SEQ1M Q1 read", or the family where its pauses belong to no row. */
function testOf({ row, direction }: Pause, { family }: Pick<Answer, 'family'>, words: Named): string {
  return row && direction ? `${rowShortName(row)} ${words.directions[direction]}` : words.families[family];
}

/** More names are no help to anybody. */
const MAX_TESTS = 3;

/** What a reader must know before the numbers; where computer or browser stood still, for how long and in which test. */
export function noteText(
  note: Note,
  answer: Pick<Answer, 'family' | 'pauses' | 'varies_by'>,
  words: Words,
  numbers: Numbers,
): string {
  return textOf(note, words.notes[note], answer, words, numbers);
}

function textOf(
  note: Note,
  text: string,
  answer: Pick<Answer, 'family' | 'pauses' | 'varies_by'>,
  words: Named,
  numbers: Numbers,
): string {
  const pauses = (answer.pauses ?? []).filter(({ outcome }) => note === `pause_${outcome}`);
  const tests = [...new Set(pauses.map((pause) => testOf(pause, answer, words)))];
  const test = [...tests.slice(0, MAX_TESTS), ...(tests.length > MAX_TESTS ? ['…'] : [])].join(', ');
  const time = numbers.time(sum(pauses.map(({ ms }) => ms)) * 1e6);
  return say(text, { time, test, share: numbers.percent(answer.varies_by ?? 0) }, numbers.locale);
}
