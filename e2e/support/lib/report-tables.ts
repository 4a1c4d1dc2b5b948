import type { RunRecord } from '@opfsmark/schema/families';
import { isTable, reportOf, tableText } from '@opfsmark/schema/report';

/** The rows of a table of a result's report, as the English page shows them. */
export function reportRows(record: RunRecord, caption: string): readonly (readonly string[])[] {
  const { parts, format } = reportOf(record);
  const table = parts.filter(isTable).find((own) => own.caption === caption);
  if (!table) throw new Error(`no table ${caption}`);
  return tableText(table, format, 'beside').rows;
}
