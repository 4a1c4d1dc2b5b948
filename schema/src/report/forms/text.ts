import { clientName } from '../../documents/client-name.ts';
import { escapeMarkdown } from '../../documents/plain-line.ts';
import { resultNames } from '../../documents/result-names.ts';
import type { Report } from '../report.ts';
import type { Reads } from '../../documents/pass.ts';
import { rowName } from '../../documents/row-name.ts';
import type { Direction } from '../../documents/checks.ts';
import { formatBytes } from '../../documents/units.ts';
import { isTable, type Table, type Test } from '../../families/report.ts';
import { countedOf, type JobFigure } from '../../figures/derive.ts';
import { tableText, type TableText } from '../format.ts';
import { MB_PER_S } from '../../figures/units.ts';

/** "Samsung 990 PRO, ThinkPad X1": what was measured, where it was declared. */
const declaredNames = ({ about: { declared = {} } }: Report): string[] => resultNames(declared);

/** "Linux 6, Chrome 156" */
const clientNames = ({ record }: Report): string[] => {
  const { os, browser } = record.environment.client;
  return [clientName(os), clientName(browser)];
};

/** "sustained write in this browser: 1,070 MB/s in the long run", where it is known. */
function sustainedNote({ about, format }: Report): string[] {
  const value = about.sustained ?? null;
  if (value === null) return [];
  return [`sustained write in this browser: ${format.text({ value, unit: 'bytes_per_s' })} in the long run`];
}

interface Block {
  readonly head: '[Read]' | '[Write]' | '[Mix]';
  readonly direction: Direction;
  readonly reads?: Reads;
  readonly figure: JobFigure;
  /** The words that set it apart from another block with the same head. */
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
  return `  ${what} ${shape}: ${rate} ${MB_PER_S} [${perS} IOPS] <${((meanNs ?? 0) / 1e3).toFixed(2).padStart(9)} us>`;
}

/** "median of the fastest 3 of 6 loops"; '' where it is that of all. */
function halfText({ loops, figure }: Test): string {
  const counted = countedOf(loops, figure).length;
  return counted < loops.length ? `median of the fastest ${counted} of ${loops.length} loops` : '';
}

/** "* RND4K Q32T1: from memory, 23.1 of 32 in flight" */
function markLine(test: Test, { format }: Report): string[] {
  const { row, direction, origin, depth, isShallow, workers } = test;
  const mark = format.mark({ origin, isWrite: direction === 'write' });
  const depthText = isShallow && depth !== null ? `${depth.toFixed(1)} of ${workers} in flight` : '';
  const marks = [mark, halfText(test), depthText].filter((text) => text !== '');
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
function cdmLines(report: Report): string[] {
  const { hints, format, notes } = report;
  const unitNotes = [`${MB_PER_S} = 1,000,000 bytes/s; median of the loops`, 'KB = 1000 bytes, KiB = 1024 bytes'];
  return [
    ...[...unitNotes, ...hints.map((hint) => format.phrase(hint)), ...sustainedNote(report), ...notes].map(
      (note) => `* ${note}`,
    ),
    '',
    ...BLOCKS.flatMap((block) => blockLines(block, report)),
  ];
}

/** The numbers that stand for a result as a table: those of its tests where it has rows, else its figures. */
function mainTable({ grid, parts, figures, format }: Report): Table {
  const [tests] = parts.filter(isTable);
  if (grid && tests) return tests;
  const { common } = format;
  const hasP99 = figures.some(({ p99 }) => p99 !== null);
  return {
    kind: 'table',
    caption: common.figures,
    columns: [{ name: common.test }, { name: common.value }, ...(hasP99 ? [{ name: common.p99 }] : [])],
    rows: figures.map(({ name, quantity, p99 }) => [name, quantity, ...(hasP99 ? [p99] : [])]),
  };
}

const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;

/** A table of words and numbers; its last column is to the left, too. */
export function markdownTable({ columns, rows, words }: Pick<TableText, 'columns' | 'rows' | 'words'>): string[] {
  return [
    row(columns),
    row(columns.map((_, at) => (at < words || at === columns.length - 1 ? '---' : '---:'))),
    ...rows.map((cells) => row(cells.map(escapeMarkdown))),
  ];
}

/** A table for an issue, a forum or a README. */
export function markdownForm(report: Report): string {
  const { record, title, sentence, notes, scores } = report;
  const [os, browser] = clientNames(report);
  const where = [...declaredNames(report), `${browser} on ${os}`, record.started_at.slice(0, 10)];
  const about = [title, `profile ${record.plan.profile}`, ...where].join(', ');
  const scoreLines = [
    ...(scores.length === 0 ? [] : [`Score: ${scores.map(({ text }) => text).join('; ')}.`]),
    ...sustainedNote(report),
  ];
  return [
    `**OPFSMark ${escapeMarkdown(record.environment.core_version)}**, ${escapeMarkdown(about)}`,
    '',
    escapeMarkdown(sentence),
    '',
    ...markdownTable(tableText(mainTable(report), report.format)),
    ...[...scoreLines, ...notes].flatMap((text) => ['', escapeMarkdown(text)]),
    '',
  ].join('\n');
}

/** Columns as wide as their widest cell: the first `words` to the left and the last, numbers to the right; empty ones are left out. */
export function alignedColumns(head: readonly string[], body: readonly (readonly string[])[], words: number): string[] {
  const isUsed = head.map((_, at) => at < words || body.some((line) => (line[at] ?? '') !== ''));
  const lines = [head, ...body];
  const widths = head.map((_, at) => Math.max(...lines.map((line) => (line[at] ?? '').length)));
  const isLeft = (at: number) => at < words || at === head.length - 1;
  return lines.map((line) =>
    head
      .map((_, at) => {
        const [text, width] = [line[at] ?? '', widths[at] ?? 0];
        return isLeft(at) ? text.padEnd(width) : text.padStart(width);
      })
      .filter((_, at) => isUsed[at])
      .join('  ')
      .trimEnd(),
  );
}

/** The main table of a result for a terminal, and what must be said of it. */
export function tableForm(report: Report): string {
  const { columns, rows, words } = tableText(mainTable(report), report.format);
  const hints = report.grid
    ? report.format.phrases(report.hints.map((hint) => ({ ...hint, text: sentence(hint.text) })))
    : '';
  return [alignedColumns(columns, rows, words).join('\n'), ...(hints === '' ? [] : [hints]), ...report.notes].join(
    '\n\n',
  );
}

const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

const RULE = '-'.repeat(78);

/** "  Date: 2026/11/25 18:00:00 UTC": a name to the right, and what it is. */
const fact = (name: string, value: string) => `${name.padStart(7)}: ${value}`;

function tableLines(report: Report): string[] {
  const { columns, rows, words } = tableText(mainTable(report), report.format);
  return [
    '',
    ...alignedColumns(columns, rows, words).map((line) => `  ${line}`.trimEnd()),
    '',
    ...report.notes.map((note) => `* ${note}`),
  ];
}

/** A result for eyes, and a grid in a layout that programs know, too; numbers are ours: "CDM-like". */
export function textForm(report: Report): string {
  const { record, grid, title, scores } = report;
  const { environment, plan, started_at } = record;
  const names = declaredNames(report);
  return [
    RULE,
    `OPFSMark ${environment.core_version} (suite ${plan.suite}), ${title}${grid ? ', CDM-like' : ''}`,
    RULE,
    `* ${report.sentence}`,
    ...(grid ? cdmLines(report) : tableLines(report)),
    fact('Profile', plan.profile),
    ...scores.map(({ text }) => fact('Score', text)),
    ...(grid
      ? [
          fact('Test', `${formatBytes(grid.file_bytes)} (x${[...new Set(grid.loops)].join('-')})`),
          fact(
            'Time',
            [...(grid.limit_s > 0 ? [`Measure ${grid.limit_s} sec`] : []), `Interval ${grid.interval_s} sec`].join(
              ' / ',
            ),
          ),
        ]
      : []),
    fact('Date', `${started_at.slice(0, 19).replaceAll('-', '/').replace('T', ' ')} UTC`),
    fact('OS', clientNames(report).join(', ')),
    ...(names.length === 0 ? [] : [fact('Device', names.join(', '))]),
    '',
  ].join('\r\n');
}
