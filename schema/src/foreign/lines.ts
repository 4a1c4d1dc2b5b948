import { KIB, MIB } from '../documents/index.ts';
import { type Access, type ForeignFormat, type ForeignProblemKind, foreignRow, type ForeignTest } from './result.ts';

/**
 * "SEQ 1MiB (Q= 8, T= 1): 3551.343 MB/s [ 3386.8 IOPS] < 2360.66 us>", and the older "Random Read 4KiB (Q= 32,T= 1) :
 * 97.100 MB/s [ 23706.1 IOPS]", which has no section. Any number of spaces is one: what may be none beside what may be none
 * would be tried in every way in which they share a thousand spaces.
 */
const TEST =
  /^(SEQ|RND|Sequential|Random) ?(Read|Write)? ?(?:(\d+) ?([KM])i?B)? ?\(([^)]*)\) ?: ?([\d.,]+) ?MB\/s(?: ?\[ ?([\d.,]+) ?IOPS ?\])?(?: ?< ?([\d.,]+) ?us ?>)?$/i;
/** "Sequential Read : 180.000 MB/s" and "Random Read 512KB : 41.500 MB/s" of versions 2 and 3, which do not say one at a time. */
const BARE_TEST =
  /^(Sequential|Random) (Read|Write)(?: (\d+) ?([KM])i?B)? ?()?: ?([\d.,]+) ?MB\/s(?: ?\[ ?([\d.,]+) ?IOPS ?\])?$/i;
const TEST_START = /^(?:SEQ|RND|Random)/i;

/** A line as a test; `null` where it is none. */
function testIn(line: string): RegExpExecArray | null {
  if (!TEST_START.test(line)) return null;
  const text = line.replaceAll(/\s+/g, ' ');
  return TEST.exec(text) ?? BARE_TEST.exec(text);
}

const SECTION = /^\[(read|write|mix)\]/i;
/** The lines around the tests. */
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

const numberIn = (text: string, pattern: RegExp) => Number(pattern.exec(text)?.[1] ?? '1');
const UNITS: Readonly<Record<string, number>> = { K: KIB, M: MIB };
/** Blocks of zeros need not be on a drive to be read. */
const ZEROS = /<0 ?Fill>/i;

interface Layout extends Pick<ForeignFormat, 'tool' | 'head'> {
  /** The block of sequential tests of versions that do not say it. */
  blockOf?(shape: string): number;
  /** The access that the tool tells of the page cache. */
  readonly access: Access;
  /** The rate is told from the calls per second, because what it prints as MB/s are none. */
  readonly isByCalls?: boolean;
}

/** A tool with a line per test in the layout of CrystalDiskMark. */
function linesFormat({ tool, head, blockOf, access, isByCalls = false }: Layout): ForeignFormat {
  function readTest(
    match: RegExpExecArray,
    section: string | null,
    isOfZeros: boolean,
  ): ForeignTest | ForeignProblemKind {
    const [, pattern = '', ownDirection, amount, unit = '', shape = '', rate = '', calls, time] = match;
    const direction = (ownDirection ?? section)?.toLowerCase();
    if (direction !== 'read' && direction !== 'write') return 'direction_missing';
    const unitBytes = UNITS[unit.toUpperCase()] ?? 0;
    const block = amount === undefined ? (blockOf?.(shape) ?? 0) : Number(amount) * unitBytes;
    const [queues, threads] = [numberIn(shape, /QD? ?= ?(\d+)/i), numberIn(shape, /T ?= ?(\d+)/i)];
    const isSequential = pattern.slice(0, 3).toUpperCase() === 'SEQ';
    const row = foreignRow(isSequential ? 'sequential' : 'random', block, queues, threads);
    if (!row) return 'not_understood';
    const byCalls = calls === undefined ? Number.NaN : parseNumber(calls) * row.block_bytes;
    const bytesPerS = isByCalls ? byCalls : parseNumber(rate) * 1e6;
    const ns = time === undefined ? 0 : parseNumber(time) * 1e3;
    const mean_ns = ns > 0 ? ns : null;
    return { row, direction, bytesPerS, mean_ns, p99_ns: null, access: isOfZeros ? 'unsaid' : access };
  }

  return {
    tool,
    head,
    read(text, into, isWhole) {
      let section: string | null = null;
      const lines = text.trimEnd().split(/\r\n|\r|\n/);
      const isCutOff = isWhole && !END.test(text);
      const isOfZeros = ZEROS.test(text);
      for (const [index, rawLine] of lines.entries()) {
        const line = rawLine.replace(QUOTED, '').trimEnd();
        const number = index + 1;
        const heading = SECTION.exec(line)?.[1]?.toLowerCase();
        const match = testIn(line);
        const isBroken = isCutOff && number === lines.length;
        if (heading !== undefined) section = heading;
        if (heading === 'mix') into.refuse('mixed', number, line);
        if (heading !== undefined || AROUND.test(line) || head.test(line)) continue;
        // Where the text breaks off, that is what is said of the line.
        if (!match && !isBroken) into.refuse('not_understood', number, line);
        else if (match && section !== 'mix') into.add(number, line, readTest(match, section, isOfZeros));
      }
      if (isCutOff) into.refuse('cut_off', lines.length);
    },
  };
}

export const amorphousDiskMark = linesFormat({
  tool: 'AmorphousDiskMark',
  head: /AmorphousDiskMark\s+(\d[\w.]*)/,
  access: 'direct',
});

/** Versions 5 and 6 measure sequential tests with queues in blocks of 128 KiB, those without in blocks of 1 MiB. */
export const crystalDiskMark = linesFormat({
  tool: 'CrystalDiskMark',
  head: /CrystalDiskMark\s+(\d[\w.]*)/,
  access: 'direct',
  blockOf: (shape) => (/Q ?=/i.test(shape) ? 128 * KIB : MIB),
});

/** Its MB/s are fio's KiB/s divided by 1000, and MiB/s before version 1.6: only its calls per second are what they say. */
export const kDiskMark = linesFormat({
  tool: 'KDiskMark',
  head: /KDiskMark(?:\s+\(([\w.]+)\))?:\s+http/,
  // Whether O_DIRECT was on is a setting, which its text does not have, and no file system has to heed it.
  access: 'unsaid',
  isByCalls: true,
});
