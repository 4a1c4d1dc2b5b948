import type { AuditList, HeldList } from '../moderation/schemas.ts';
import { randomId } from '../base/crypto.ts';

export interface AuditRow {
  readonly audit_id: string;
  readonly created_ms: number;
  readonly action: string;
  readonly subject: string;
  /** JSON */
  readonly detail: string;
}

/** What a moderator does is written down, as part of doing it. */
export function audited(db: D1Database, action: string, subject: string, detail: object): D1PreparedStatement {
  return db
    .prepare('INSERT INTO audit (audit_id, created_ms, action, subject, detail) VALUES (?1, ?2, ?3, ?4, ?5)')
    .bind(randomId(), Date.now(), action, subject, JSON.stringify(detail));
}

export async function selectAudit(db: D1Database, limit: number): Promise<AuditList['entries']> {
  const { results } = await db
    .prepare('SELECT * FROM audit ORDER BY created_ms DESC, audit_id LIMIT ?1')
    .bind(limit)
    .all<AuditRow>();
  return results.map((row) => ({ ...row, detail: JSON.parse(row.detail) as Record<string, unknown> }));
}

export interface HeldRow {
  readonly run_id: string;
  readonly created_ms: number;
  readonly device: string;
  readonly status: 'published' | 'held';
  /** JSON */
  readonly reasons: string;
  readonly reports: number;
}

/** What waits for a moderator: held runs, and published ones that people have reported. */
export async function selectHeld(db: D1Database, limit: number): Promise<HeldList['runs']> {
  const { results } = await db
    .prepare(
      `SELECT run_id, created_ms, device, status, reasons,
              (SELECT count(*) FROM report WHERE report.run_id = run.run_id) AS reports
       FROM run WHERE run_id IN (
         SELECT * FROM (SELECT run_id FROM run WHERE status = 'held' ORDER BY created_ms LIMIT ?1)
         UNION SELECT * FROM (SELECT run_id FROM report LIMIT ?1))
       AND status IN ('held', 'published') ORDER BY created_ms LIMIT ?1`,
    )
    .bind(limit)
    .all<HeldRow>();
  return results.map((row) => ({ ...row, reasons: JSON.parse(row.reasons) as string[] }));
}
