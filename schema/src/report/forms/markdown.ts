import { clientNames, declaredNames, sustainedNote } from '../head.ts';
import { mainTable } from '../main-table.ts';
import type { Report } from '../report.ts';
import { tableText } from '../table-text.ts';

/** What people have typed, so that it formats nothing: a device may be called "*|<". */
const plain = (text: string) => text.replace(/[\\`*_[\]<>|#~]/g, String.raw`\$&`);

const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;

/** A table for an issue, a forum or a README. */
export function markdownForm(report: Report): string {
  const { record, title, sentence, notes, scores } = report;
  const { columns, rows, words } = tableText(mainTable(report), report.format);
  const [os, browser] = clientNames(report);
  const where = [...declaredNames(report).map(plain), `${browser} on ${os}`, record.started_at.slice(0, 10)];
  const others = [
    ...(scores.length === 0 ? [] : [`Score: ${scores.map(({ text }) => text).join('; ')}.`]),
    ...sustainedNote(report),
  ];
  return [
    `**OPFSMark ${record.environment.core_version}**, ${title}, profile ${record.plan.profile}, ${where.join(', ')}`,
    '',
    sentence,
    '',
    row(columns),
    row(columns.map((_, at) => (at < words || at === columns.length - 1 ? '---' : '---:'))),
    ...rows.map(row),
    ...[...others, ...notes].flatMap((text) => ['', text]),
    '',
  ].join('\n');
}
