import { formatBytes } from '../../documents/units.ts';
import { clientNames, declaredNames } from '../head.ts';
import { mainTable } from '../main-table.ts';
import type { Report } from '../report.ts';
import { tableText } from '../table-text.ts';
import { alignedColumns } from './columns.ts';
import { cdmLines } from './cdm.ts';

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
  const declared = declaredNames(report);
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
          fact('Test', `${formatBytes(grid.file_bytes)} (x${grid.loops})`),
          fact('Time', `Measure ${grid.limit_s} sec / Interval ${grid.interval_s} sec`),
        ]
      : []),
    fact('Date', `${started_at.slice(0, 19).replaceAll('-', '/').replace('T', ' ')} UTC`),
    fact('OS', clientNames(report).join(', ')),
    ...(declared.length === 0 ? [] : [fact('Device', declared.join(', '))]),
    '',
  ].join('\r\n');
}
