import { parseRowName } from '../documents/index.ts';
import type { ForeignFormat, ForeignProblemKind, ForeignTest } from './result.ts';

/**
 * "SEQ 1MiB (Q= 8, T= 1): 3551.343 MB/s [ 3386.8 IOPS] < 2360.66 us>", and the older "Random Read 4KiB (Q= 32,T= 1) :
 * 97.100 MB/s [ 23706.1 IOPS]", which has no section. Any number of spaces is one: what may be none beside what may be none
 * would be tried in every way in which they share a thousand spaces.
 */
const TEST =
  /^(SEQ|RND|Sequential|Random) ?(Read|Write)? ?(?:(\d+) ?([KM])i?B)? ?\(([^)]*)\) ?: ?([\d.,]+) ?MB\/s(?: ?\[ ?([\d.,]+) ?IOPS ?\])?(?: ?< ?([\d.,]+) ?us ?>)?$/i;
const TEST_START = /^(?:SEQ|RND|Random)/i;
const SECTION = /^\[(read|write|mix)\]/i;
/** What is written around the tests. */
const AROUND =
  /^(?:[-=`\s]*$|\*|crystal dew world|katsura shareware|flexible i\/o tester|(?:profile|test|mode|time|date|os|comment|target|volume|device|cpu)\s*:)/i;
const END = /^[> \t]*OS\s*:/im;
/** A quotation, in a forum or an issue. */
const QUOTED = /^[>\s]+/;

/** The last separator is the decimal one: these tools print decimals, with a comma where the language has one. */
function parseNumber(text: string): number {
  const at = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','));
  if (at === -1) return Number(text);
  return Number(`${text.slice(0, at).replaceAll(/[.,]/g, '')}.${text.slice(at + 1)}`);
}

const numberIn = (text: string, pattern: RegExp) => pattern.exec(text)?.[1] ?? '1';

interface Layout extends Pick<ForeignFormat, 'tool' | 'head'> {
  /** "1M": the block of sequential tests of versions that do not say it. */
  blockOf?(shape: string): string;
  /** The rate is told from the calls per second, because what it prints as MB/s are none. */
  readonly isByCalls?: boolean;
}

/** A tool with a line per test in the layout of CrystalDiskMark. */
function linesFormat({ tool, head, blockOf, isByCalls = false }: Layout): ForeignFormat {
  function readTest(match: RegExpExecArray, section: string | null): ForeignTest | ForeignProblemKind {
    const [, pattern = '', ownDirection, amount, unit = '', shape = '', rate = '', calls, time] = match;
    const direction = (ownDirection ?? section)?.toLowerCase();
    if (direction !== 'read' && direction !== 'write') return 'direction_missing';
    const block = amount === undefined ? (blockOf?.(shape) ?? '') : `${amount}${unit}`;
    const [queues, threads] = [numberIn(shape, /QD? ?= ?(\d+)/i), numberIn(shape, /T ?= ?(\d+)/i)];
    const prefix = pattern.slice(0, 3).toUpperCase() === 'SEQ' ? 'SEQ' : 'RND';
    const row = parseRowName(`${prefix}${block}-Q${queues}T${threads}`);
    if (!row) return 'not_understood';
    const byCalls = calls === undefined ? Number.NaN : parseNumber(calls) * row.block_bytes;
    const bytesPerS = isByCalls ? byCalls : parseNumber(rate) * 1e6;
    const ns = time === undefined ? 0 : parseNumber(time) * 1e3;
    return { row, direction, bytesPerS, mean_ns: ns > 0 ? ns : null, p99_ns: null, isDirect: true };
  }

  return {
    tool,
    head,
    read(text, into, isWhole) {
      let section: string | null = null;
      const lines = text.trimEnd().split(/\r\n|\r|\n/);
      for (const [index, rawLine] of lines.entries()) {
        const line = rawLine.replace(QUOTED, '').trimEnd();
        const number = index + 1;
        const heading = SECTION.exec(line)?.[1]?.toLowerCase();
        const match = TEST_START.test(line) ? TEST.exec(line.replaceAll(/\s+/g, ' ')) : null;
        if (heading !== undefined) section = heading;
        if (heading === 'mix') into.refuse('mixed', number, line);
        if (heading !== undefined || AROUND.test(line) || head.test(line)) continue;
        if (!match) into.refuse('not_understood', number, line);
        else if (section !== 'mix') into.add(number, line, readTest(match, section));
      }
      if (isWhole && !END.test(text)) into.refuse('cut_off', lines.length);
    },
  };
}

export const amorphousDiskMark = linesFormat({
  tool: 'AmorphousDiskMark',
  head: /AmorphousDiskMark\s+(\d[\w.]*)/,
});

/** Versions 5 and 6 measure sequential tests with queues in blocks of 128 KiB, those without in blocks of 1 MiB. */
export const crystalDiskMark = linesFormat({
  tool: 'CrystalDiskMark',
  head: /CrystalDiskMark\s+(\d[\w.]*)/,
  blockOf: (shape) => (/Q ?=/i.test(shape) ? '128K' : '1M'),
});

/** Its MB/s are fio's KiB/s divided by 1000, and MiB/s before version 1.6: only its calls per second are what they say. */
export const kDiskMark = linesFormat({
  tool: 'KDiskMark',
  head: /KDiskMark(?:\s+\(([\w.]+)\))?:\s+http/,
  isByCalls: true,
});
