import { type LanguageInfo, say } from './languages.ts';
import {
  type Answer,
  isMeasured,
  type Mark,
  type MarkId,
  type MeasuredMark,
  type MissingMark,
  type Ruler,
} from '../../families/answer.ts';
import { type BandId, type RulerId, scaleOf } from '../../figures/rulers.ts';
import { stallsToldOf } from '../../families/verdict.ts';
import { numberWriter } from '../../figures/numbers.ts';
import { MB_PER_S } from '../../figures/units.ts';
import type { Words } from './en.ts';

/** Numbers as the answer says them: as many digits as a reader can use, at most three. */
export interface Numbers {
  readonly locale: string;
  /** Between words, and between sentences. */
  readonly gap: string;
  number(value: number): string;
  /** "95 µs", "0.89 ms", "1.2 s" */
  time(ns: number): string;
  /** "1,940 MB/s" */
  speed(mbPerS: number): string;
  /** "3.1 GB" */
  bytes(bytes: number): string;
  percent(share: number): string;
  /** Where there is little room: "10k" */
  compact(value: number): string;
}

export function numbersIn(language: Omit<LanguageInfo, 'name'>): Numbers {
  const { number, time, size, percent, compact, join } = numberWriter(language, 'brief');
  return {
    locale: language.locale,
    gap: language.gap,
    number,
    time: (ns) => join(time(ns)),
    speed: (mbPerS) => `${number(mbPerS)} ${MB_PER_S}`,
    bytes: (bytes) => join(size(bytes)),
    percent: (share) => percent(share),
    compact,
  };
}

const READS: ReadonlySet<MarkId> = new Set(['small_read', 'drive_wait', 'large_read']);

/** A read is a blue disc, a write an orange diamond: never by colour alone. */
export function sideOf({ id }: Pick<Mark, 'id'>): 'read' | 'write' {
  return READS.has(id) ? 'read' : 'write';
}

/** A value of a ruler as people read it, without its unit. */
export function valueOn(ruler: RulerId, value: number, numbers: Numbers): string {
  return scaleOf(ruler).unit === 'ns' ? numbers.time(value) : numbers.number(value);
}

export interface MarkText {
  /** Above the mark: "read 10,500". */
  readonly flag: string;
  /** Beside the ruler: "95 µs", "per read", "10,500 per second". */
  readonly figure: string;
  readonly unit: string;
  readonly under: string;
  readonly interval: string;
  /** "median of the 38 % from the drive", or which calls stalled; '' where the figure is of all calls. */
  readonly partly: string;
}

/** Stalls that took less of the time than this are the tail that any drive has. */
const MIN_STALLS_SHARE = 0.1;

function stallsText({ stalls }: MeasuredMark, words: Words, numbers: Numbers): string {
  if (!stalls || stalls.time_share < MIN_STALLS_SHARE) return '';
  const { every, min_ns } = stallsToldOf(stalls);
  return say(words.stalls, { every: numbers.number(every), time: numbers.time(min_ns) }, numbers.locale);
}

export function markText(ruler: RulerId, mark: MeasuredMark, words: Words, numbers: Numbers): MarkText {
  const texts = { ...words.marks[mark.id], ...(mark.isFill && words.filled) };
  const textOf = (value: number) => valueOn(ruler, value, numbers);
  const time = numbers.time(scaleOf(ruler).unit === 'per_s' ? 1e9 / mark.value : mark.value);
  const values = { ...mark.detail, value: textOf(mark.value), time };
  const fill = (text: string) => say(text, values, numbers.locale);
  const under = fill(texts.under);
  const interval = { low: textOf(mark.low), high: textOf(mark.high) };
  const share = mark.drive_share;
  return {
    flag: fill(texts.flag),
    figure: fill(texts.figure),
    unit: fill(texts.unit),
    under: mark.row ? say(words.ofRow, { under, queues: mark.row.queues }, numbers.locale) : under,
    interval: mark.low === mark.high ? '' : say(words.interval, interval, numbers.locale),
    partly:
      share === null
        ? stallsText(mark, words, numbers)
        : say(words.partly, { share: numbers.percent(share) }, numbers.locale),
  };
}

/** The classes in whose usual range a value lies. */
function bandsAt(ruler: RulerId, value: number): BandId[] {
  return scaleOf(ruler)
    .bands.filter(({ low, high }) => value >= low && value <= high)
    .map(({ id }) => id);
}

function reasonOf({ missing: reason, share_from_memory: share }: MissingMark, words: Words, numbers: Numbers): string {
  if (share === undefined) return words.missing[reason];
  return say(words.missingPartly, { share: numbers.percent(share) }, numbers.locale);
}

/** Why there is no mark; of several, which one it is. */
function missingText(mark: MissingMark, { marks }: Ruler, words: Words, numbers: Numbers): string {
  const { id } = mark;
  const reason = reasonOf(mark, words, numbers);
  return marks.length > 1 ? `${words.marks[id].under}: ${reason}` : reason;
}

/** Why marks are missing, said once where all of them are for the same reason. */
function missingReasons(ruler: Ruler, words: Words, numbers: Numbers): string[] {
  const missingMarks = ruler.marks.flatMap((mark) => (isMeasured(mark) ? [] : [mark]));
  const [first, ...others] = missingMarks;
  const isOneReason =
    missingMarks.length === ruler.marks.length && others.every(({ missing }) => missing === first?.missing);
  if (first && isOneReason) return [reasonOf(first, words, numbers)];
  return missingMarks.map((mark) => missingText(mark, ruler, words, numbers));
}

/** Where more calls at once are slower. */
function slowerTexts({ marks }: Ruler, words: Words, numbers: Numbers): string[] {
  return marks.filter(isMeasured).flatMap((mark) => {
    if (!mark.slower) return [];
    const { row, value } = mark.slower;
    const values = { queues: row.queues * row.threads, speed: numbers.speed(value) };
    return [say(words.slowerAtOnce[sideOf(mark)], values, numbers.locale)];
  });
}

/** The lines below the figures of a ruler: why marks are missing, and where more calls at once are slower. */
export const linesBelow = (ruler: Ruler, words: Words, numbers: Numbers): string[] => [
  ...slowerTexts(ruler, words, numbers),
  ...missingReasons(ruler, words, numbers).map((reason) => reason.charAt(0).toUpperCase() + reason.slice(1)),
];

/** A ruler in words, for who does not see it: each mark, its interval, and the classes around it. */
export function rulerSentence({ id, marks }: Ruler, words: Words, numbers: Numbers): string {
  if (!marks.some(isMeasured))
    return `${words.rulers[id]}: ${missingReasons({ id, marks }, words, numbers).join(' · ')}`;
  const hasBands = scaleOf(id).bands.length > 0;
  const texts = marks.map((mark) => {
    if (!isMeasured(mark)) return missingText(mark, { id, marks }, words, numbers);
    const { flag, interval, partly } = markText(id, mark, words, numbers);
    const bands = bandsAt(id, mark.value).map((band) => words.bands[band]);
    const place =
      bands.length > 0
        ? say(words.bandAt, { bands: bands.join(words.comma) }, numbers.locale)
        : hasBands
          ? words.bandNone
          : '';
    return [flag, interval, partly, place].filter((part) => part !== '').join(words.semicolon);
  });
  return `${words.rulers[id]}: ${texts.join(' · ')}`;
}

/** Where the numbers came from; '' where there are none. */
export function proofText({ proof }: Answer, words: Words, { locale, percent }: Numbers): string {
  if (proof === null) return '';
  switch (proof.kind) {
    case 'drive':
      return proof.tests === 1 ? words.proof.drive_one : say(words.proof.drive, { tests: proof.tests }, locale);
    case 'some':
      return say(words.proof.some, { tests: proof.tests, proven: proof.proven }, locale);
    case 'mixed':
      return say(words.proof.mixed, { share: percent(proof.share_from_memory) }, locale);
    default:
      return words.proof[proof.kind];
  }
}

/** "From memory: 19,300 MB/s. This is the computer's memory, not the drive."; `null` where nothing came from it. */
export function memoryText({ memory }: Answer, words: Words, numbers: Numbers): readonly [string, string] | null {
  if (memory === null) return null;
  return [say(words.memory, { speed: numbers.speed(memory.mb_per_s) }, numbers.locale), words.memoryMeans];
}
