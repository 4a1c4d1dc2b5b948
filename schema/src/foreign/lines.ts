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
const END = /^OS\s*:/i;
/** What a result of each tool begins with. */
const HEADS = {
  amorphousDiskMark: /AmorphousDiskMark\s+(\d[\w.]*)/,
  crystalDiskMark: /CrystalDiskMark\s+(\d[\w.]*)/,
  kDiskMark: /KDiskMark(?:\s+\(([\w.]+)\))?:\s+http/,
};
const isBeginning = (line: string) => !AROUND.test(line) && Object.values(HEADS).some((head) => head.test(line));
/** A quotation, in a forum or an issue. */
const QUOTED = /^[>\s]+/;

/** With a comma where the language has one; the other separator may stand between thousands. */
const DECIMALS = /^(?:(\d+|\d{1,3}(?:,\d{3})+)\.|(\d+|\d{1,3}(?:\.\d{3})+),)(\d+)$/;

/** A number that these tools print; `NaN`: none of theirs. */
function parseNumber(text: string): number {
  if (/^\d+$/.test(text)) return Number(text);
  const [, beforePoint, beforeComma = '', decimals = ''] = DECIMALS.exec(text) ?? [];
  return Number(`${(beforePoint ?? beforeComma).replaceAll(/[.,]/g, '')}.${decimals}`);
}

/** "Q= 32,T= 1", "T= 1", "QD=1": which is not said is 1. */
const SHAPE = /^ ?(?:QD? ?= ?(\d+))? ?,? ?(?:T ?= ?(\d+))? ?$/i;

/** From so many of the calls that a test is named after its queues were kept full. */
const MIN_SHARE_OF_CALLS = 0.6;

/** "12.4 < 32" where fewer calls were under way on average (Little's law) than the name of the test says; else `null`. */
function shortQueue({ row, bytesPerS, mean_ns }: ForeignTest): string | null {
  const [calls, named] = [((bytesPerS / row.block_bytes) * (mean_ns ?? 0)) / 1e9, row.queues * row.threads];
  return named > 1 && calls > 0 && calls < MIN_SHARE_OF_CALLS * named ? `${calls.toFixed(1)} < ${named}` : null;
}

/** Two numbers of one rate, each with its own decimals: KDiskMark's are up to 4.9 % apart by its units. */
const isSameRate = (a: number, b: number, step: number) => Math.abs(a - b) <= 0.05 * Math.max(a, b) + step;

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
    const said = SHAPE.exec(shape);
    if (!said) return 'not_understood';
    const [, queues = '1', threads = '1'] = said;
    const isSequential = pattern.slice(0, 3).toUpperCase() === 'SEQ';
    const row = foreignRow(isSequential ? 'sequential' : 'random', block, Number(queues), Number(threads));
    if (!row || !/[.,]/.test(rate)) return 'not_understood';
    const byRate = parseNumber(rate) * 1e6;
    const byCalls = calls === undefined ? null : parseNumber(calls) * row.block_bytes;
    const bytesPerS = isByCalls ? byCalls : byRate;
    const ns = time === undefined ? 0 : parseNumber(time) * 1e3;
    if (bytesPerS === null || [byRate, byCalls, ns].some((number) => Number.isNaN(number))) return 'not_understood';
    // A digit that was misread, or a separator that was lost, is seen where a rate stands there twice.
    if (byCalls !== null && !isSameRate(byRate, byCalls, row.block_bytes)) return 'rates_differ';
    const mean_ns = ns > 0 ? ns : null;
    return { row, direction, bytesPerS, mean_ns, p99_ns: null, access: isOfZeros ? 'unsaid' : access };
  }

  return {
    tool,
    head,
    read(text, into, isWhole) {
      let section: string | null = null;
      const all = text
        .trimEnd()
        .split(/\r\n|\r|\n/)
        .map((line) => line.replace(QUOTED, '').trimEnd());
      const firstTest = all.findIndex((line) => testIn(line) !== null);
      // Tests of another machine or version would stand as if they were of this one.
      const next = firstTest === -1 ? -1 : all.findIndex((line, at) => at > firstTest && isBeginning(line));
      const lines = next === -1 ? all : all.slice(0, next);
      const end = lines.findIndex((line) => END.test(line));
      const isCutOff = (isWhole || next !== -1) && end === -1;
      const isOfZeros = lines.some((line) => ZEROS.test(line));
      for (const [index, line] of lines.entries()) {
        const number = index + 1;
        const heading = SECTION.exec(line)?.[1]?.toLowerCase();
        const match = testIn(line);
        const isBroken = isCutOff && number === lines.length;
        if (heading !== undefined) section = heading;
        if (heading === 'mix') into.refuse('mixed', number, line);
        if (heading !== undefined || AROUND.test(line) || head.test(line)) continue;
        // Behind the end stands what somebody has to say, which versions up to 6 do not call a comment.
        const isComment = end !== -1 && index > end;
        // Where the text breaks off, that is what is said of the line.
        if (!match && !isBroken && !isComment) into.refuse('not_understood', number, line);
        else if (match && section !== 'mix') {
          const outcome = readTest(match, section, isOfZeros);
          into.add(number, line, outcome);
          const short = typeof outcome === 'string' ? null : shortQueue(outcome);
          if (short !== null) into.refuse('queue_short', number, `${short}: ${line.trim()}`);
        }
      }
      if (isCutOff) into.refuse('cut_off', lines.length);
      if (next !== -1) into.refuse('another_result', next + 1, all[next]);
    },
  };
}

export const amorphousDiskMark = linesFormat({
  tool: 'AmorphousDiskMark',
  head: HEADS.amorphousDiskMark,
  access: 'direct',
});

/** Versions 5 and 6 measure sequential tests with queues in blocks of 128 KiB, those without in blocks of 1 MiB. */
export const crystalDiskMark = linesFormat({
  tool: 'CrystalDiskMark',
  head: HEADS.crystalDiskMark,
  access: 'direct',
  blockOf: (shape) => (/Q ?=/i.test(shape) ? 128 * KIB : MIB),
});

/** Its MB/s are fio's KiB/s divided by 1000, and MiB/s before version 1.6: only its calls per second are what they say. */
export const kDiskMark = linesFormat({
  tool: 'KDiskMark',
  head: HEADS.kDiskMark,
  // Whether O_DIRECT was on is a setting, which its text does not have, and no file system has to heed it.
  access: 'unsaid',
  isByCalls: true,
});
