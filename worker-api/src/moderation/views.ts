import type { AuditRow, HeldRow } from '../store/moderation.ts';
import type { AuditList, HeldList } from './schemas.ts';

export function heldListOf(rows: readonly HeldRow[]): HeldList {
  return { runs: rows.map((row) => ({ ...row, reasons: JSON.parse(row.reasons) as string[] })) };
}

export function auditListOf(rows: readonly AuditRow[]): AuditList {
  return { entries: rows.map((row) => ({ ...row, detail: JSON.parse(row.detail) as Record<string, unknown> })) };
}
