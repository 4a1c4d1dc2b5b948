import { mainTable } from '../main-table.ts';
import type { Report } from '../report.ts';
import { tableText } from '../table-text.ts';
import { alignedColumns } from './columns.ts';

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
