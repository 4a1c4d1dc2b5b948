import { UNUSUAL, type AuditList, type ModerationQueue } from '@opfsmark/schema/api';
import type { Declaration } from '@opfsmark/schema/documents';
import type { AuditRow, QueuedRow, ReportRow } from '../store/moderation.ts';

/** @param declarations of the rows, in their order */
export function queueOf(
  rows: readonly QueuedRow[],
  declarations: readonly Declaration[],
  reports: readonly ReportRow[],
  next_cursor: string | null,
): ModerationQueue {
  const byRun = Map.groupBy(reports, ({ run_id }) => run_id);
  return {
    runs: rows.map(({ document: _document, name, reasons, confirmed, unusual, ...row }, i) => ({
      ...row,
      declared: declarations[i] ?? { device: name },
      reasons: [...(JSON.parse(reasons) as string[]), ...(unusual === '' || confirmed === 1 ? [] : [UNUSUAL])],
      confirmed: confirmed === 1,
      reports: (byRun.get(row.run_id) ?? []).map(({ run_id: _, ...report }) => report),
    })),
    next_cursor,
  };
}

export function auditListOf(rows: readonly AuditRow[], next_cursor: string | null): AuditList {
  const entries = rows.map((row) => ({ ...row, detail: JSON.parse(row.detail) as Record<string, unknown> }));
  return { entries, next_cursor };
}
