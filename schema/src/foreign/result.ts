import { type Row, rowShortName, rowSlug } from '../documents/index.ts';
import { type Figure, intervalOf, type Origin } from '../figures/index.ts';
import { say } from '../answer/words/languages.ts';
import type { ForeignWords } from '../figures/words/en.ts';

/** As much of a file is read. */
export const MAX_FOREIGN_BYTES = 8 * 1024 * 1024;

/** Every other byte of ASCII in UTF-16 is 0: the first byte of a sign, or the second. */
function encodingOf([first = 1, second = 1]: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if ((first === 0xff && second === 0xfe) || second === 0) return 'utf-16le';
  if ((first === 0xfe && second === 0xff) || first === 0) return 'utf-16be';
  return 'utf-8';
}

/** The text of a file in UTF-8 or UTF-16. Of other encodings everything but letters beyond ASCII is right, and those are only names. */
export const textOfBytes = (bytes: Uint8Array): string => new TextDecoder(encodingOf(bytes)).decode(bytes);

export type ForeignProblemKind = keyof ForeignWords['problems'];

/** Something of a text that is not shown, and why. */
export interface ForeignProblem {
  readonly kind: ForeignProblemKind;
  /** The first line is 1; `null` where no single line is meant. */
  readonly line: number | null;
  /** The beginning of that line, or what the problem is about. */
  readonly text: string;
}

/** A figure as another tool reports it, under our own id. */
export interface ForeignFigure extends Figure {
  /** The mean time of a call; `null` where the tool does not say it. */
  readonly mean_ns: number | null;
  readonly access: Access;
}

/**
 * `direct`: past the page cache, by what the text or its tool says. `unsaid`: whether memory answered does not stand in the text,
 * and neither does it where a file system was asked to pass the cache and nothing shows that it did.
 */
export type Access = 'direct' | 'buffered' | 'unsaid';

export interface ForeignResult {
  /** `null`: the text is of none that is known. */
  readonly tool: string | null;
  readonly version: string | null;
  readonly figures: readonly ForeignFigure[];
  readonly problems: readonly ForeignProblem[];
}

/** One test as a text reports it. */
export interface ForeignTest {
  readonly row: Row;
  readonly direction: 'read' | 'write';
  readonly bytesPerS: number;
  readonly mean_ns: number | null;
  readonly p99_ns: number | null;
  readonly access: Access;
  /** Flushed once at the end, or after so many writes each time, 1 being every one; reads are never. */
  readonly flush?: 'once' | number;
}

/** So many problems are listed; of the others only the number is said. */
const MAX_PROBLEMS = 20;
const MAX_EXCERPT = 80;

function excerptOf(text: string): string {
  const trimmedText = text.trim();
  return trimmedText.length > MAX_EXCERPT ? `${trimmedText.slice(0, MAX_EXCERPT)} …` : trimmedText;
}

function kindOf({ direction, access, flush }: ForeignTest): { readonly what: string; readonly from: Origin | null } {
  if (direction === 'read') {
    return access === 'direct' ? { what: 'drive_read', from: 'drive' } : { what: 'read', from: 'unknown' };
  }
  const what = flush === 1 ? 'flush_each' : typeof flush === 'number' ? `flush_every ${flush}` : 'write';
  if (access === 'unsaid') return { what, from: 'unknown' };
  return { what, from: access === 'direct' || flush !== undefined ? null : 'buffered' };
}

/**
 * A test that was measured, whether or not a plan of ours could ask for it; `null` where it is none. Tools that read and write in
 * far deeper queues and larger blocks than a browser can are shown as they are.
 */
export function foreignRow(pattern: Row['pattern'], blockBytes: number, queues: number, threads: number): Row | null {
  const isCount = (value: number) => Number.isSafeInteger(value) && value > 0;
  return [blockBytes, queues, threads].every(isCount) ? { pattern, block_bytes: blockBytes, queues, threads } : null;
}

/** The figure of a test: rates of writes that are flushed one by one are calls per second, as in our own results. */
function figureOf(test: ForeignTest): ForeignFigure {
  const { what, from } = kindOf(test);
  const isCalls = what === 'flush_each';
  const row = rowSlug(test.row);
  return {
    id: `${row} ${what}`,
    name: `${rowShortName(test.row)} ${what}`,
    unit: isCalls ? 'iops' : 'bytes_per_s',
    better: 'higher',
    direction: test.direction,
    row,
    ...intervalOf([isCalls ? test.bytesPerS / test.row.block_bytes : test.bytesPerS]),
    p99_ns: test.p99_ns,
    mean_ns: test.mean_ns,
    access: test.access,
    origin: from,
  };
}

/** Why a test of a text is not shown, and what of it says so where that is more than its line. */
export type Refusal = ForeignProblemKind | { readonly kind: ForeignProblemKind; readonly detail: string };

/** Collects what a format understands of a text, and what it does not. */
export class Collector {
  readonly #figures = new Map<string, ForeignFigure>();
  readonly #problems: ForeignProblem[] = [];
  readonly #repeatedTests = new Set<string>();
  #omittedCount = 0;

  /** A test, or why what stands there is none. */
  add(line: number, text: string, outcome: ForeignTest | Refusal): void {
    if (typeof outcome === 'string') this.refuse(outcome, line, text);
    else if ('kind' in outcome) this.refuse(outcome.kind, line, `${text}: ${outcome.detail}`);
    else if (!(outcome.bytesPerS > 0 && Number.isFinite(outcome.bytesPerS))) this.refuse('not_measured', line, text);
    else this.#keep(figureOf(outcome), text);
  }

  /** Tools that print a test again print what they know by then: the last result is the whole one. */
  #keep(figure: ForeignFigure, text: string): void {
    if (this.#figures.has(figure.id)) this.repeat(text);
    this.#figures.set(figure.id, figure);
  }

  /** A test whose last result alone is shown. */
  repeat(text: string): void {
    this.#repeatedTests.add(text.trim());
  }

  refuse(kind: ForeignProblemKind, line: number | null, text = ''): void {
    if (this.#problems.length < MAX_PROBLEMS) this.#problems.push({ kind, line, text: excerptOf(text) });
    else this.#omittedCount += 1;
  }

  result(tool: string | null, version: string | null): ForeignResult {
    // However often each of them comes again, the cause is one.
    if (this.#repeatedTests.size > 0) this.refuse('repeated', null, [...this.#repeatedTests].join(', '));
    const omittedProblems: ForeignProblem[] =
      this.#omittedCount === 0 ? [] : [{ kind: 'more', line: null, text: `${this.#omittedCount}` }];
    return { tool, version, figures: [...this.#figures.values()], problems: [...this.#problems, ...omittedProblems] };
  }
}

/** A tool whose results are read: a new one is a file, and a line in `index.ts`. */
export interface ForeignFormat {
  readonly tool: string;
  /** Finds a result of the tool; its first group is the version. */
  readonly head: RegExp;
  /** `isWhole`: else only the beginning of a file was read, and it ends where it ends. */
  read(text: string, collector: Collector, isWhole: boolean): void;
}

/** A problem in a sentence. */
export const problemText = (
  { kind, line, text }: ForeignProblem,
  words: ForeignWords['problems'],
  locale: string,
): string => say(words[kind], { line: line ?? '', text }, locale);

const DRIVE_READ = / drive_read$/;

/**
 * Figures under the ids of a result that they stand beside: a plan that reads each row in one way only has its reads of the drive
 * as "read".
 */
export function alignReads(figures: readonly ForeignFigure[], ids: readonly string[]): ForeignFigure[] {
  return figures.map((figure) => {
    const slug = figure.id.replace(DRIVE_READ, '');
    const isOnlyRead = ids.includes(`${slug} read`) && !ids.some((id) => id.startsWith(`${slug} drive_`));
    if (slug === figure.id || !isOnlyRead) return figure;
    return { ...figure, id: `${slug} read`, name: figure.name.replace(DRIVE_READ, ' read') };
  });
}
