import type { Db } from '../base/env.ts';
import { randomId } from '../base/crypto.ts';

export interface AuditRow {
  readonly audit_id: string;
  readonly created_ms: number;
  readonly action: string;
  readonly subject: string;
  /** JSON */
  readonly detail: string;
}

/** Records what a moderator does, in the same batch as the change. */
export function insertAudit(
  db: Db,
  action: string,
  subject: string,
  detail: object,
  nowMs: number,
): D1PreparedStatement {
  return db
    .prepare('INSERT INTO audit (audit_id, created_ms, action, subject, detail) VALUES (?1, ?2, ?3, ?4, ?5)')
    .bind(randomId(), nowMs, action, subject, JSON.stringify(detail));
}

export async function selectAudit(db: Db, limit: number): Promise<AuditRow[]> {
  const { results } = await db
    .prepare('SELECT * FROM audit ORDER BY created_ms DESC, audit_id LIMIT ?1')
    .bind(limit)
    .all<AuditRow>();
  return results;
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

/** Runs that wait for a moderator: held ones, and published ones that people have reported. */
export async function selectHeld(db: Db, limit: number): Promise<HeldRow[]> {
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
  return results;
}

export interface NewReport {
  readonly report_id: string;
  readonly run_id: string;
  readonly created_ms: number;
  readonly reason: string;
  readonly detail: string;
}

export function insertReport(db: Db, report: NewReport): D1PreparedStatement {
  return db
    .prepare('INSERT INTO report (report_id, run_id, created_ms, reason, detail) VALUES (?1, ?2, ?3, ?4, ?5)')
    .bind(report.report_id, report.run_id, report.created_ms, report.reason, report.detail);
}
