import type { Metrics } from '../boards/metrics.ts';
import { packKeys, type Keys } from '../boards/cuts.ts';
import type { Db } from '../base/env.ts';

export interface RunRow {
  readonly run_id: string;
  readonly created_ms: number;
  readonly body_sha256: string;
  readonly deletion_sha256: string;
  readonly status: 'published' | 'held' | 'hidden' | 'deleted';
  /** JSON */
  readonly reasons: string;
  readonly trust: number;
  readonly rig: string;
  readonly scope: string;
  readonly device: string;
  readonly filesystem: string;
  readonly os: string;
  readonly browser: string;
  readonly profile: string;
  /** JSON */
  readonly declared: string;
  /** JSON */
  readonly metrics: string;
}

export interface NewRun {
  readonly run: Omit<RunRow, 'reasons' | 'declared' | 'metrics'> & {
    readonly reasons: readonly string[];
    readonly declared: object;
    readonly metrics: Metrics;
  };
  readonly deviceName: string;
  readonly bodyGzip: ArrayBuffer;
}

export function selectRun(db: Db, runId: string): Promise<RunRow | null> {
  return db.prepare('SELECT * FROM run WHERE run_id = ?1').bind(runId).first<RunRow>();
}

/** The run and its document: two rows read. */
export function selectRunWithBody(db: Db, runId: string): Promise<(RunRow & { body_gzip: number[] | null }) | null> {
  return db
    .prepare('SELECT run.*, body_gzip FROM run LEFT JOIN run_payload USING (run_id) WHERE run_id = ?1')
    .bind(runId)
    .first();
}

/** Everything an upload stores, as the statements of one batch. */
export function insertRun(db: Db, { run, deviceName, bodyGzip }: NewRun): D1PreparedStatement[] {
  const statements = [
    db
      .prepare(
        `INSERT INTO run (run_id, created_ms, body_sha256, deletion_sha256, status, reasons, trust, rig, scope,
                          device, filesystem, os, browser, profile, declared, metrics)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16)`,
      )
      .bind(
        run.run_id,
        run.created_ms,
        run.body_sha256,
        run.deletion_sha256,
        run.status,
        JSON.stringify(run.reasons),
        run.trust,
        run.rig,
        run.scope,
        run.device,
        run.filesystem,
        run.os,
        run.browser,
        run.profile,
        JSON.stringify(run.declared),
        JSON.stringify(run.metrics),
      ),
    db.prepare('INSERT INTO run_payload (run_id, body_gzip) VALUES (?1, ?2)').bind(run.run_id, bodyGzip),
    db
      .prepare('INSERT INTO device (slug, name, created_ms) VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING')
      .bind(run.device, deviceName, run.created_ms),
  ];
  if (run.scope !== '') statements.push(markDirty(db, packKeys(run), run.created_ms));
  return statements;
}

/** `since_ms` also tells one change from the next, so it never stays the same. */
export function markDirty(db: Db, keys: string, nowMs: number): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO dirty (keys, since_ms) VALUES (?1, ?2)
       ON CONFLICT DO UPDATE SET since_ms = max(since_ms + 1, excluded.since_ms)`,
    )
    .bind(keys, nowMs);
}

export interface RecentRun {
  readonly run_id: string;
  readonly status: 'published' | 'held';
  /** JSON */
  readonly metrics: string;
}

const RECENT_READ = 100;
const RECENT_KEPT = 20;

/** By which index the newest runs of a cut are found, and what else they must be. */
const CUTS = {
  device: ["device = ?1 ->> 'device'", 'true'],
  filesystem: ["filesystem = ?1 ->> 'filesystem' AND filesystem <> ''", "os = ?1 ->> 'os'"],
  client: ["os = ?1 ->> 'os' AND browser = ?1 ->> 'browser'", 'true'],
  exact: [
    "device = ?1 ->> 'device'",
    "filesystem = ?1 ->> 'filesystem' AND os = ?1 ->> 'os' AND browser = ?1 ->> 'browser'",
  ],
} as const;

/** Held for this reason alone, a run may be listed, with its mark; it never counts. */
const LISTED_THOUGH_HELD = JSON.stringify(['memory_backed']);

/** The newest runs of a cut that may be listed, of a bounded number that is looked at. */
export async function selectRecentRuns(db: Db, cut: keyof typeof CUTS, keys: Keys): Promise<RecentRun[]> {
  const [indexed, filter] = CUTS[cut];
  const { results } = await db
    .prepare(
      `SELECT run_id, status, metrics FROM (SELECT * FROM run WHERE ${indexed} ORDER BY created_ms DESC LIMIT ${RECENT_READ})
       WHERE ${filter} AND scope = ?1 ->> 'scope' AND (status = 'published' OR (status = 'held' AND reasons = ?2))
       ORDER BY status DESC, created_ms DESC LIMIT ${RECENT_KEPT}`,
    )
    .bind(JSON.stringify(keys), LISTED_THOUGH_HELD)
    .all<RecentRun>();
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
