import { sizeText } from '../documents/units.ts';
import { type LanguageInfo, say } from '../answer/words/languages.ts';
import type { Cell, Column, CommonWords, Phrase, Table } from '../families/report.ts';
import { type Figure, isWriteToMemory, type Origin, originWord, type Quantity } from '../figures/figure.ts';
import type { Words } from '../answer/words/en.ts';
import { shownInterval } from '../figures/loops.ts';
import { NO_VALUE, type NumberText, numberWriter } from '../figures/numbers.ts';
import { type Unit, unitOf } from '../figures/units.ts';

/** Nearer to 1 than a factor can say. */
export const SAME_FACTOR = 1.005;

/** A thing that is marked with where it came from: a number, or a line of them. */
interface Sourced {
  readonly origin?: Origin | null | undefined;
  readonly isWrite?: boolean | undefined;
}

/** The one way in which every place writes a number of a report. */
export interface Formatter {
  readonly common: CommonWords;
  number(value: number): string;
  /** "MB/s"; '' for what has no unit of its own, or one that depends on the size. */
  unitLabel(unit: Unit): string;
  parts(quantity: Quantity): NumberText;
  /** "3,551 MB/s" */
  text(quantity: Quantity): string;
  /** Its ends, without the unit where the value has it: "3,228 to 3,906"; '' where there is no interval. */
  interval(quantity: Quantity): string;
  /** Where a number came from: "from the drive"; '' where nothing tells, and of a write that was flushed. */
  source(number: Sourced): string;
  /** The same where it must stand beside the number: "from memory". */
  mark(number: Sourced): string;
  /** With that mark in parentheses. */
  marked(text: string, number: Sourced): string;
  phrase(phrase: Phrase): string;
  phrases(phrases: readonly Phrase[]): string;
}

/** Two significant digits: one decimal under 10, and two where one would say 1.0. */
const factorDigits = (factor: number) => (factor < 1.05 ? 3 : 2);

/** Styles whose numbers are all in one unit, which may stand above them. */
const HAS_LABEL: ReadonlySet<string> = new Set(['plain', 'percent']);

/** The words of numbers, and those for where they came from. */
export type FormatWords = CommonWords & Pick<Words, 'origins'>;

export function formatterIn(language: Omit<LanguageInfo, 'name'>, common: FormatWords, clockStepNs: number): Formatter {
  const { locale } = language;
  const { number, significant, time, callTime, size, join } = numberWriter(language, 'full');

  function ratio(value: number): string {
    const factor = value >= 1 ? value : 1 / value;
    if (!(factor >= SAME_FACTOR)) return common.speed.same;
    const words = value > 1 ? common.speed.faster : common.speed.slower;
    return say(words, { factor: significant(factor, factorDigits(factor)) }, locale);
  }

  const words: Readonly<Partial<Record<Unit, string>>> = common.units;
  const symbolOf = (unit: Unit): string => words[unit] ?? unitOf(unit).symbol;
  const unitLabel = (unit: Unit): string => (HAS_LABEL.has(unitOf(unit).style) ? symbolOf(unit) : '');

  function exactParts({ value, unit }: Quantity): NumberText {
    const { style, size: unitSize } = unitOf(unit);
    switch (style) {
      case 'plain':
        return { value: number(value / unitSize), unit: symbolOf(unit) };
      case 'time':
        return time(value);
      case 'call':
        return callTime(value, clockStepNs);
      case 'seconds':
        return { value: number(value), unit: language.second };
      case 'bytes':
        return size(value);
      case 'block':
        return { value: sizeText(value), unit: '' };
      case 'ratio':
        return { value: ratio(value), unit: '' };
      case 'percent':
        return { value: number(Number((value / unitSize).toPrecision(12))), unit: symbolOf(unit) };
      default:
        return style satisfies never;
    }
  }

  function parts(quantity: Quantity): NumberText {
    const { value, unit } = exactParts(quantity);
    return { value: quantity.isAtLeast ? say(common.atLeast, { value }, locale) : value, unit };
  }

  const text = (quantity: Quantity) => {
    const exactText = join(exactParts(quantity));
    return quantity.isAtLeast ? say(common.atLeast, { value: exactText }, locale) : exactText;
  };

  function interval({ unit, interval: ends }: Quantity): string {
    if (!ends) return '';
    const [low, high] = [ends.low, ends.high].map((value) => exactParts({ value, unit }));
    if (!low || !high) return '';
    const isSameUnit = low.unit === high.unit;
    const end = (endText: NumberText) => (isSameUnit && unitLabel(unit) !== '' ? endText.value : join(endText));
    return say(common.range, { low: end(low), high: end(high) }, locale);
  }

  const source = ({ origin, isWrite = false }: Sourced) => {
    if (!origin) return '';
    return common.origins[originWord(origin, isWrite)];
  };
  const mark = (number: Sourced) => (number.origin === 'drive' ? '' : source(number));
  const marked = (value: string, number: Sourced) =>
    mark(number) === '' ? value : say(common.marked, { value, mark: mark(number) }, locale);

  const phraseText = ({ text: template, values }: Phrase) => {
    const valueTexts = Object.entries(values).map(([name, value]) => {
      if (typeof value === 'string') return [name, value] as const;
      // A count chooses the plural form that follows it.
      return [name, value.unit === 'count' ? value.value : text(value)] as const;
    });
    return say(template, Object.fromEntries(valueTexts), locale);
  };

  return {
    common,
    number,
    unitLabel,
    parts,
    text,
    interval,
    source,
    mark,
    marked,
    phrase: phraseText,
    phrases: (phrases) => phrases.map(phraseText).join(' ').replaceAll('。 ', '。'),
  };
}

export const figureUnit = ({ unit, of_call }: Pick<Figure, 'unit' | 'of_call'>): Unit =>
  of_call === true ? 'call_ns' : unit;

/** A figure as every place writes it. */
export function figureQuantity(figure: Figure): Quantity {
  const { value, origin } = figure;
  const isWrite = isWriteToMemory(figure);
  return { value, unit: figureUnit(figure), interval: shownInterval(figure), origin, isWrite };
}

/** A table as every place shows it, in words. */
export interface TableText {
  readonly caption: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Columns from the left whose cells are words. */
  readonly words: number;
  readonly hint: string;
}

/** The numbers of a cell that say where they came from; none where it says nothing of that. */
function sourcedIn(cell: Cell): readonly Sourced[] {
  if (cell === null || typeof cell === 'string' || 'text' in cell) return [];
  if ('missing' in cell) return [{ origin: cell.missing }];
  const quantities = 'value' in cell ? [cell] : cell;
  return quantities.filter(({ origin }) => origin !== undefined);
}

const originsIn = (cell: Cell) => sourcedIn(cell).map(({ origin }) => origin ?? null);

const isAlike = (row: readonly Cell[]) => new Set(row.flatMap(originsIn)).size <= 1;

function cellText(cell: Cell, { unit }: Column, isMarked: boolean, format: Formatter): string {
  if (cell === null || (typeof cell === 'object' && 'missing' in cell)) return NO_VALUE;
  if (typeof cell === 'string') return cell;
  if ('text' in cell) return format.phrase(cell);
  if (!('value' in cell)) return cell.map((quantity) => format.text(quantity)).join(' · ');
  const text = unit !== undefined && format.unitLabel(unit) !== '' ? format.parts(cell).value : format.text(cell);
  return isMarked ? format.marked(text, cell) : text;
}

const intervalText = (cell: Cell, format: Formatter) =>
  cell !== null && typeof cell === 'object' && 'value' in cell ? format.interval(cell) : '';

/** Whether this is the first number of its row that came from somewhere. */
const isFirst = (row: readonly Cell[], at: number) => row.findIndex((cell) => originsIn(cell).length > 0) === at;

/**
 * Beside a column whose numbers have intervals stands one for these. Where the numbers of a row came from stands at its end, or
 * (`marks`) beside the first of them, which is all that a narrow page shows of a row; beside each where a row has several sources.
 */
export function tableText(table: Table, format: Formatter, marks: 'column' | 'beside' = 'column'): TableText {
  const { caption, columns, rows, words = 1, hints = [] } = table;
  const { common } = format;
  const isBySource = rows.every(isAlike);
  const hasSources =
    marks === 'column' &&
    isBySource &&
    rows.some((row) => row.some((cell) => originsIn(cell).some((origin) => origin !== null)));
  const isMarked = (row: readonly Cell[], at: number) => !isBySource || (marks === 'beside' && isFirst(row, at));
  const hasInterval = columns.map((_, at) => rows.some((row) => intervalText(row[at] ?? null, format) !== ''));
  /** The text of each column, with its interval where there is one. */
  const spread = (textAt: (at: number) => string, intervalAt: (at: number) => string) =>
    columns.flatMap((_, at) => (hasInterval[at] ? [textAt(at), intervalAt(at)] : [textAt(at)]));
  const sourceOf = (row: readonly Cell[]) => format.source(row.flatMap(sourcedIn)[0] ?? {});
  return {
    caption,
    words,
    columns: [
      ...spread(
        (at) => columns[at]?.name ?? format.unitLabel(columns[at]?.unit ?? 'count'),
        () => common.interval,
      ),
      ...(hasSources ? [common.source] : []),
    ],
    rows: rows.map((row) => [
      ...spread(
        (at) => cellText(row[at] ?? null, columns[at] ?? {}, isMarked(row, at), format),
        (at) => intervalText(row[at] ?? null, format),
      ),
      ...(hasSources ? [sourceOf(row)] : []),
    ]),
    hint: format.phrases(hints),
  };
}
