import { newRunId } from '@opfsmark/schema/documents';
import { DAY_MS } from '../base/days.ts';
import type { Db, Env } from '../base/env.ts';
import type { SourceTag } from '../boards/policy.ts';
import { writeMeta } from './meta.ts';
import type { ModelKind } from './models.ts';
import { IS_PUBLIC } from './public.ts';

export interface AuditRow {
  readonly audit_id: string;
  readonly created_ms: number;
  readonly moderator: string;
  readonly action: string;
  readonly subject: string;
  /** JSON */
  readonly detail: string;
}

/** Records what a moderator does, in the same batch as the change. */
export function insertAudit(
  { DB, MODERATOR = '' }: Pick<Env, 'DB' | 'MODERATOR'>,
  action: string,
  subject: string,
  detail: object,
  nowMs: number,
): D1PreparedStatement {
  return DB.prepare(
    'INSERT INTO audit (audit_id, created_ms, moderator, action, subject, detail) VALUES (?1, ?2, ?3, ?4, ?5, ?6)',
  ).bind(newRunId(nowMs), nowMs, MODERATOR, action, subject, JSON.stringify(detail));
}

export async function selectAudit(db: Db, limit: number, offset: number): Promise<AuditRow[]> {
  const { results } = await db
    .prepare('SELECT * FROM audit ORDER BY created_ms DESC, audit_id LIMIT ?1 OFFSET ?2')
    .bind(limit, offset)
    .all<AuditRow>();
  return results;
}

export interface QueuedRow {
  readonly run_id: string;
  readonly document: string;
  readonly created_ms: number;
  readonly device: string;
  readonly name: string;
  readonly status: 'published' | 'held';
  /** JSON */
  readonly reasons: string;
  readonly evidence: number;
  readonly confirmed_by: string;
  /** 1: its device was first named by it. */
  readonly named: number;
  readonly network: SourceTag;
  readonly provider: SourceTag;
  readonly os: string;
  readonly browser: string;
  readonly family: string;
  /** The sum of its reports, each divided by how many its network has open: one network's noise weighs no more than one report. */
  readonly weight: number;
}

/** Held runs that are looked at, the oldest, and as many new ones: whatever a flood brings, a page reads no more. */
const REVIEWED = 100;
const SEEN = 'inbox-seen';

/** Until when moderators have seen what is new. What is reported or held stays until somebody decides. */
export const writeSeen = (db: Db, untilMs: number): D1PreparedStatement => writeMeta(db, SEEN, untilMs);

/**
 * The inbox, what weighs most first: reported runs, then held ones, then those that nobody has confirmed or seen, oldest
 * first.
 */
export async function selectQueue(db: Db, limit: number, offset: number): Promise<QueuedRow[]> {
  const { results } = await db
    .prepare(
      `WITH open (network, n) AS (SELECT network, count(*) FROM report GROUP BY network),
            reported (run_id, weight) AS (SELECT run_id, sum(1.0 / n) FROM report JOIN open USING (network) GROUP BY run_id),
            waiting (run_id) AS (
              SELECT run_id FROM run INDEXED BY run_by_hold WHERE status = 'held' ORDER BY created_ms LIMIT ${REVIEWED}),
            fresh (run_id) AS (
              SELECT run_id FROM run INDEXED BY run_by_time
              WHERE ${IS_PUBLIC} AND confirmed_by = ''
                AND created_ms > coalesce((SELECT CAST(value AS INTEGER) FROM meta WHERE key = '${SEEN}'), 0)
              ORDER BY created_ms LIMIT ${REVIEWED})
       SELECT run.run_id, document, created_ms, device, name, status, reasons, evidence, confirmed_by, network, provider, os, browser, family,
              EXISTS (SELECT 1 FROM device WHERE slug = run.device AND device.created_ms = run.created_ms) AS named,
              coalesce(weight, 0.0) AS weight
       FROM run LEFT JOIN reported USING (run_id)
       WHERE run.run_id IN (SELECT run_id FROM waiting UNION SELECT run_id FROM reported UNION SELECT run_id FROM fresh)
         AND status IN ('held', 'published')
       ORDER BY weight DESC, (status = 'held') DESC, created_ms, run.run_id LIMIT ?1 OFFSET ?2`,
    )
    .bind(limit, offset)
    .all<QueuedRow>();
  return results;
}

export interface ReportRow {
  readonly run_id: string;
  readonly network: SourceTag;
  readonly created_ms: number;
  readonly reason: string;
  readonly detail: string;
}

export async function selectReports(db: Db, runIds: readonly string[], limit: number): Promise<ReportRow[]> {
  const { results } = await db
    .prepare(
      'SELECT * FROM report WHERE run_id IN (SELECT value FROM json_each(?1)) ORDER BY created_ms, network LIMIT ?2',
    )
    .bind(JSON.stringify(runIds), limit)
    .all<ReportRow>();
  return results;
}

/** One report per run and network; none of a run that was deleted meanwhile. */
export function insertReport(db: Db, report: ReportRow): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO report (run_id, network, created_ms, reason, detail)
       SELECT run_id, ?2, ?3, ?4, ?5 FROM run WHERE run_id = ?1 ON CONFLICT DO NOTHING`,
    )
    .bind(report.run_id, report.network, report.created_ms, report.reason, report.detail);
}

/** A report that no moderator has closed in a year says nothing any more. */
const REPORT_MS = 365 * DAY_MS;

export function deleteOldReports(db: Db, nowMs: number): D1PreparedStatement {
  return db.prepare('DELETE FROM report WHERE created_ms < ?1').bind(nowMs - REPORT_MS);
}

export function deleteReports(db: Db, by: 'run_id' | 'network', value: string): D1PreparedStatement {
  return db.prepare(`DELETE FROM report WHERE ${by} = ?1`).bind(value);
}

interface AliasRow {
  readonly kind: ModelKind;
  readonly alias: string;
  readonly slug: string;
}

export async function selectAliases(db: Db, limit: number): Promise<AliasRow[]> {
  const { results } = await db
    .prepare(
      `SELECT 'device' AS kind, alias, slug FROM device_alias UNION ALL SELECT 'drive', alias, slug FROM drive_alias
       ORDER BY kind, alias LIMIT ?1`,
    )
    .bind(limit)
    .all<AliasRow>();
  return results;
}

/** Where runs come from: a network or an internet provider, by the tag that they have. */
export interface Source {
  readonly kind: 'network' | 'provider';
  readonly tag: SourceTag;
}

interface Block extends Source {
  readonly until_ms: number;
}

/** The networks and providers that are kept away, those whose block ends last first. */
export async function selectBlocks(db: Db, nowMs: number, limit: number): Promise<Block[]> {
  const { results } = await db
    .prepare('SELECT kind, tag, until_ms FROM block WHERE until_ms > ?1 ORDER BY until_ms DESC, tag LIMIT ?2')
    .bind(nowMs, limit)
    .all<Block>();
  return results;
}

/** Keeps a network or a provider away until a moment. */
export function blockSource(db: Db, { kind, tag }: Source, untilMs: number): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO block (kind, tag, until_ms) VALUES (?1, ?2, ?3)
       ON CONFLICT DO UPDATE SET until_ms = excluded.until_ms`,
    )
    .bind(kind, tag, untilMs);
}

export function unblockSource(db: Db, { kind, tag }: Source): D1PreparedStatement {
  return db.prepare('DELETE FROM block WHERE kind = ?1 AND tag = ?2').bind(kind, tag);
}

/** The block that ends last of those that keep a network of a provider away; `null` where there is none. */
export function selectBlock(
  db: Db,
  network: SourceTag,
  provider: SourceTag,
  nowMs: number,
): Promise<Pick<Block, 'kind' | 'until_ms'> | null> {
  return db
    .prepare(
      `SELECT kind, until_ms FROM block WHERE (kind, tag) IN (VALUES ('network', ?1), ('provider', ?2)) AND until_ms > ?3
       ORDER BY until_ms DESC LIMIT 1`,
    )
    .bind(network, provider, nowMs)
    .first<Pick<Block, 'kind' | 'until_ms'>>();
}
