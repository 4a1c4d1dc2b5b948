import { sizeText, type Pause, rowShortName, sum } from '../../documents/index.ts';
import type { Answer, Note, Range, Sentence } from '../../families/answer.ts';
import type { ContenderId } from '../../families/app-storage/contender-ids.ts';
import type { Numbers } from './ruler.ts';
import { say, type Values } from './languages.ts';
import type { Words } from './en.ts';
import {
  gradeOfSentence,
  gradeOpen,
  gradeStall,
  timesFaster,
  isUneven,
  type Judged,
  stoodStillFor,
  unevenIn,
  verdictOfSentence,
} from '../../families/verdict.ts';

type Key = keyof Words['sentences'];

/** `owner` is said to who measured it, `visitor` to everybody else. */
export type Audience = keyof Words['drive'];

interface Filling {
  readonly key: Key;
  readonly values: Values;
}

const isOne = (factor: number) => Math.round(factor * 10) <= 10;

/** Which text a sentence is, and its numbers as people read them. */
function fillingOf(judged: Judged, words: Words, numbers: Numbers): Filling {
  const { sentence } = judged;
  const { number, time, speed, bytes, percent } = numbers;
  /** A value, or from where to where it may be in another run. */
  const told = (value: number, range: Range | undefined, text: (value: number) => string) =>
    range ? say(words.between, { low: text(range.low), high: text(range.high) }, numbers.locale) : text(value);
  switch (sentence.kind) {
    case 'small_read': {
      const { ns, range } = sentence;
      const grade = gradeOpen(ns);
      return {
        key: isUneven(judged) && grade === 'fast' ? 'small_read_uneven' : `small_read_${grade}`,
        values: { time: told(ns, range, time), factor: number(timesFaster(ns)) },
      };
    }
    case 'drive_wait':
      return { key: 'drive_wait', values: { time: time(sentence.ns) } };
    case 'saves':
      return { key: 'saves', values: { rate: told(sentence.per_s, sentence.range, number) } };
    case 'large_write':
      return {
        key: sentence.isBurst ? 'large_write' : 'large_write_long',
        values: { speed: told(sentence.mb_per_s, sentence.range, speed) },
      };
    case 'large_read':
      return { key: 'large_read', values: { speed: told(sentence.mb_per_s, sentence.range, speed) } };
    case 'folder_write':
      return { key: sentence.kind, values: { speed: speed(sentence.mb_per_s) } };
    case 'row_read':
    case 'row_write':
    case 'row_mix':
      return { key: sentence.kind, values: { row: sentence.row, speed: speed(sentence.mb_per_s) } };
    case 'memory':
    case 'unsafe':
    case 'unknown_read':
      return { key: sentence.kind, values: {} };
    case 'stall':
      return { key: `stall_${sentence.grade}`, values: { time: time(sentence.ns) } };
    case 'busy':
      return {
        key: `busy_${gradeStall(sentence.ns)}`,
        values: { share: percent(sentence.share), time: time(sentence.ns) },
      };
    case 'files':
      return {
        key: `files_${sentence.grade}`,
        values: { rate: number(sentence.per_s), seconds: time(sentence.s_for_10k * 1e9) },
      };
    case 'commits':
      return { key: `commits_${sentence.grade}`, values: { rate: number(sentence.per_s) } };
    case 'flush_cost': {
      const ratio = Number(sentence.ratio.toPrecision(2));
      return { key: `flush_${sentence.grade}`, values: { speed: speed(sentence.mb_per_s), ratio: number(ratio) } };
    }
    case 'cliff': {
      const { mb_per_s, share, after_bytes } = sentence;
      return { key: 'cliff', values: { speed: speed(mb_per_s), share: percent(share), bytes: bytes(after_bytes) } };
    }
    case 'changed': {
      const { mb_per_s, between_mb_per_s } = sentence;
      return { key: 'changed', values: { speed: speed(mb_per_s), between: speed(between_mb_per_s) } };
    }
    case 'steady':
      return { key: 'steady', values: { speed: speed(sentence.mb_per_s), bytes: bytes(sentence.bytes) } };
    case 'block_knee': {
      const block = sizeText(sentence.block_bytes);
      return { key: 'block_knee', values: { block, speed: speed(sentence.mb_per_s) } };
    }
    case 'queue_knee': {
      const factor = number(Number(sentence.factor.toPrecision(2)));
      const key = sentence.queues === 1 || isOne(sentence.factor) ? 'queue_knee_one' : 'queue_knee';
      return { key, values: { queues: sentence.queues, factor } };
    }
    case 'best_store': {
      const store = words.stores[sentence.contender as ContenderId];
      return { key: 'best_store', values: { store, rate: number(sentence.per_s) } };
    }
    case 'nothing':
      return { key: `nothing_${sentence.why}`, values: {} };
    default:
      return sentence satisfies never;
  }
}

interface Piece {
  readonly text: string;
  /** The number that answers: set in the colour of the verdict, or of what was measured where there is none. */
  readonly isNumber: boolean;
}

/** The uses that the number is good for, and those it is not, before it; '' where the text of the sentence says it. */
function verdictText(sentence: Sentence, words: Words): string {
  const verdict = sentence.kind === 'small_read' ? null : verdictOfSentence(sentence);
  const texts: Partial<Record<NonNullable<typeof verdict>, string>> = words.verdicts;
  return (verdict && texts[verdict]) ?? '';
}

/** Which calls stalled, after the figure that is without them. */
function unevenText(sentence: Sentence, words: Words, numbers: Numbers): string {
  const uneven = unevenIn(sentence);
  if (!uneven) return '';
  const { every, min_ns, time_share } = uneven;
  const values = { every: numbers.number(every), time: numbers.time(min_ns), share: numbers.percent(time_share) };
  return say(words.uneven, values, numbers.locale);
}

function stoodStillText(judged: Judged, words: Words, numbers: Numbers): string {
  const ns = stoodStillFor(judged);
  return ns === 0 ? '' : say(words.stoodStill, { time: numbers.time(ns) }, numbers.locale);
}

/** The verdict and the number behind it in pieces, the number apart. */
export function sentencePieces(judged: Judged, words: Words, numbers: Numbers, audience: Audience): Piece[] {
  const { sentence } = judged;
  const { key, values } = fillingOf(judged, words, numbers);
  const text = say(words.sentences[key], { drive: words.drive[audience], ...values }, numbers.locale);
  return [
    verdictText(sentence, words),
    text,
    unevenText(sentence, words, numbers),
    stoodStillText(judged, words, numbers),
  ]
    .filter((part) => part !== '')
    .join(words.gap)
    .split('*')
    .map((piece, index) => ({ text: piece, isNumber: index % 2 === 1 }))
    .filter((piece) => piece.text !== '');
}

/** The verdict in one word; '' where there is none. */
export function gradeText(answer: Judged, words: Words): string {
  const grade = gradeOfSentence(answer.sentence);
  if (grade === null) return '';
  return isUneven(answer) ? words.gradesUneven[grade] : words.grades[grade];
}

export function sentenceText(answer: Judged, words: Words, numbers: Numbers, audience: Audience): string {
  return sentencePieces(answer, words, numbers, audience)
    .map(({ text }) => text)
    .join('');
}

/** The answer in a few words: the figure of the sentence, or the sentence where it has none. */
export function headlineText(answer: Judged, words: Words, numbers: Numbers): string {
  const { key, values } = fillingOf(answer, words, numbers);
  const headlines: Partial<Record<Key | Sentence['kind'], string>> = words.headlines;
  const text = headlines[key] ?? headlines[answer.sentence.kind];
  return text === undefined ? sentenceText(answer, words, numbers, 'visitor') : say(text, values, numbers.locale);
}

/** Whether the number of a sentence is of reading; `memory` where it has none of the drive's. */
export function sentenceColour({ kind }: Sentence): 'read' | 'write' | 'memory' {
  switch (kind) {
    case 'small_read':
    case 'large_read':
    case 'row_read':
    case 'drive_wait':
      return 'read';
    case 'memory':
    case 'unsafe':
    case 'unknown_read':
    case 'nothing':
      return 'memory';
    default:
      return 'write';
  }
}

/** "SEQ1M Q1 read", or the family where its pauses belong to no row. */
function testOf({ row, direction }: Pause, { family }: Pick<Answer, 'family'>, words: Words): string {
  return row && direction ? `${rowShortName(row)} ${words.directions[direction]}` : words.families[family].name;
}

/** "±40 %", "a factor of 2.8": what is more than a value, or is rounded to one, has no ±. */
function rangeText(share: number, words: Words, numbers: Numbers): string {
  if (share <= 0.99) return `±${numbers.percent(share)}`;
  return say(words.byFactor, { factor: numbers.number(Number((1 + share).toPrecision(2))) }, numbers.locale);
}

/** More names are no help to anybody. */
const MAX_TESTS = 3;

/** A note that a reader must know before the numbers; where computer or browser stood still, for how long and in which test. */
export function noteText(
  note: Note,
  answer: Pick<Answer, 'family' | 'pauses' | 'varies_by' | 'drift' | 'step' | 'stall_ns'>,
  words: Words,
  numbers: Numbers,
): string {
  const pauses = (answer.pauses ?? []).filter(({ outcome }) => note === `pause_${outcome}`);
  const tests = [...new Set(pauses.map((pause) => testOf(pause, answer, words)))];
  const test = [...tests.slice(0, MAX_TESTS), ...(tests.length > MAX_TESTS ? ['…'] : [])].join(', ');
  const { drift, step, stall_ns = 0, varies_by = 0 } = answer;
  const time = numbers.time(note === 'stalls' ? stall_ns : sum(pauses.map(({ ms }) => ms)) * 1e6);
  const change = drift ?? step;
  const share = change === undefined ? rangeText(varies_by, words, numbers) : numbers.percent(change);
  return say(words.notes[note], { time, test, share }, numbers.locale);
}
