import type { Reads } from '../../documents/pass.ts';
import { rowName } from '../../documents/row-name.ts';
import type { Direction } from '../../documents/row.ts';
import { formatBytes } from '../../documents/units.ts';
import type { Test } from '../../families/report.ts';
import type { JobFigure } from '../../figures/derive.ts';
import { sustainedNote } from '../head.ts';
import type { Report } from '../report.ts';

interface Block {
  readonly head: '[Read]' | '[Write]' | '[Mix]';
  readonly direction: Direction;
  readonly reads?: Reads;
  readonly figure: JobFigure;
  /** What sets it apart from another block with the same head. */
  readonly note?: string;
}

/** First of two with the same head is the one that CrystalDiskMark measures: programs that look for one row take the first. */
const BLOCKS: readonly Block[] = [
  { head: '[Read]', direction: 'read', reads: 'drive', figure: 'throughput', note: 'drive reads' },
  { head: '[Read]', direction: 'read', reads: 'memory', figure: 'throughput', note: 'memory reads' },
  { head: '[Write]', direction: 'write', figure: 'write_flush' },
  { head: '[Write]', direction: 'write', figure: 'flush_each', note: 'writes, flushed each time' },
  { head: '[Mix]', direction: 'mix', figure: 'throughput' },
];

function isIn({ direction, reads, figure }: Block, test: Test): boolean {
  if (test.status !== 'done' || test.direction !== direction || test.reads !== reads) return false;
  return test.figure === figure && test.isShown && (figure !== 'flush_each' || test.isLeading);
}

/** "  SEQ    1MiB (Q=  8, T= 1):  3551.343 MB/s [   3386.8 IOPS] <  2360.66 us>": nothing may follow, or programs miss the line. */
function rowLine({ row, bytesPerS, iops, meanNs }: Test): string {
  const { pattern, block_bytes, queues, threads } = row;
  const what = `${pattern === 'sequential' ? 'SEQ' : 'RND'} ${formatBytes(block_bytes).padStart(7)}`;
  const shape = `(Q=${`${queues}`.padStart(3)}, T=${`${threads}`.padStart(2)})`;
  const rate = (bytesPerS.value / 1e6).toFixed(3).padStart(9);
  const perS = iops.value.toFixed(1).padStart(9);
  return `  ${what} ${shape}: ${rate} MB/s [${perS} IOPS] <${((meanNs ?? 0) / 1e3).toFixed(2).padStart(9)} us>`;
}

/** "* RND4K Q32T1: from memory, 23.1 of 32 in flight" */
function markLine({ row, direction, origin, depth, isShallow, workers }: Test, { format }: Report): string[] {
  const mark = format.mark({ origin, isWrite: direction === 'write' });
  const reached = isShallow && depth !== null ? `${depth.toFixed(1)} of ${workers} in flight` : '';
  const marks = [mark, reached].filter((text) => text !== '');
  return marks.length === 0 ? [] : [`* ${rowName(row)}: ${marks.join(', ')}`];
}

function blockLines(block: Block, report: Report): string[] {
  const tests = (report.tests ?? []).filter((test) => isIn(block, test) && test.meanNs !== null);
  if (tests.length === 0) return [];
  const notes = block.note === undefined ? [] : [`* ${block.note}`];
  return [block.head, ...tests.map(rowLine), ...notes, ...tests.flatMap((test) => markLine(test, report)), ''];
}

/**
 * The grid in the layout that CrystalDiskMark saves, which programs read line by line: heads alone, nothing after a row, and
 * what must be said of a row on a line of its own below.
 */
export function cdmLines(report: Report): string[] {
  const { hints, format, notes } = report;
  const all = ['MB/s = 1,000,000 bytes/s; median of the loops', 'KB = 1000 bytes, KiB = 1024 bytes'];
  return [
    ...[...all, ...hints.map((hint) => format.phrase(hint)), ...sustainedNote(report), ...notes].map(
      (note) => `* ${note}`,
    ),
    '',
    ...BLOCKS.flatMap((block) => blockLines(block, report)),
  ];
}
