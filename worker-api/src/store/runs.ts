import { packKeys, type MetricValues } from '@opfsmark/schema/boards';
import type { FamilyId } from '@opfsmark/schema/families';
import type { Db } from '../base/env.ts';
import { packMetrics } from '../boards/stored-metrics.ts';
import { markDirty } from './dirty.ts';

export type RunStatus = 'published' | 'held' | 'hidden' | 'deleted';

export interface RunRow {
  readonly run_id: string;
  readonly created_ms: number;
  readonly body_sha256: string;
  readonly deletion_sha256: string;
  readonly status: RunStatus;
  /** JSON */
  readonly reasons: string;
  readonly trust: number;
  /** JSON: why it may not rank. */
  readonly unranked: string;
  /** Of what was measured; '' once it is deleted. */
  readonly result_sha256: string;
  readonly rig: string;
  readonly scope: string;
  readonly device: string;
  readonly filesystem: string;
  readonly os: string;
  readonly browser: string;
  /** A `FamilyId`; '' once it is deleted. */
  readonly family: FamilyId | '';
  readonly profile: string;
  /** JSON */
  readonly declared: string;
  /** JSON */
  readonly metrics: string;
}

/** A run before it is stored. */
export type NewRun = Omit<RunRow, 'status' | 'reasons' | 'unranked' | 'declared' | 'metrics'> & {
  readonly status: Exclude<RunStatus, 'deleted'>;
  readonly reasons: readonly string[];
  readonly unranked: readonly string[];
  readonly declared: { readonly device: string };
  readonly metrics: MetricValues;
};

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

/** Everything that an upload stores apart from votes, as the statements of one batch. */
export function insertRun(db: Db, run: NewRun, bodyGzip: ArrayBuffer): D1PreparedStatement[] {
  const statements = [
    db
      .prepare(
        `INSERT INTO run (run_id, created_ms, body_sha256, deletion_sha256, status, reasons, trust, rig, scope,
                          device, filesystem, os, browser, family, profile, declared, metrics,
                          unranked, result_sha256)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19)`,
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
        run.family,
        run.profile,
        JSON.stringify(run.declared),
        packMetrics(run.metrics),
        JSON.stringify(run.unranked),
        run.result_sha256,
      ),
    db.prepare('INSERT INTO run_payload (run_id, body_gzip) VALUES (?1, ?2)').bind(run.run_id, bodyGzip),
    db
      .prepare('INSERT INTO device (slug, name, created_ms) VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING')
      .bind(run.device, run.declared.device, run.created_ms),
  ];
  if (run.scope !== '') statements.push(markDirty(db, packKeys(run), run.created_ms));
  return statements;
}

export function updateStatus(
  db: Db,
  runId: string,
  status: Exclude<RunStatus, 'deleted'>,
  reasons: readonly string[],
): D1PreparedStatement {
  return db
    .prepare("UPDATE run SET status = ?2, reasons = ?3 WHERE run_id = ?1 AND status <> 'deleted'")
    .bind(runId, status, JSON.stringify(reasons));
}

/** Removes what a run said. Its id stays, so that its address answers 410. */
export function deleteRun(db: Db, runId: string): D1PreparedStatement[] {
  return [
    db
      .prepare(
        `UPDATE run SET status = 'deleted', reasons = '[]', rig = '', scope = '', device = '', filesystem = '', os = '',
           browser = '', family = '', profile = '', declared = '{}', metrics = '{}', unranked = '[]',
           result_sha256 = '' WHERE run_id = ?1`,
      )
      .bind(runId),
    db.prepare('DELETE FROM run_payload WHERE run_id = ?1').bind(runId),
    db.prepare('DELETE FROM report WHERE run_id = ?1').bind(runId),
  ];
}

export async function selectRunsOfDevice(db: Db, device: string): Promise<RunRow[]> {
  const { results } = await db.prepare('SELECT * FROM run WHERE device = ?1 ORDER BY rig').bind(device).all<RunRow>();
  return results;
}

export function updateDeviceOfRuns(db: Db, runIds: readonly string[], device: string): D1PreparedStatement {
  return db
    .prepare('UPDATE run SET device = ?1 WHERE run_id IN (SELECT value FROM json_each(?2))')
    .bind(device, JSON.stringify(runIds));
}

/** Machines that have runs, in order, after one. */
export async function selectRigs(db: Db, after: string, limit: number): Promise<string[]> {
  const { results } = await db
    .prepare("SELECT DISTINCT rig FROM run WHERE rig > ?1 AND rig <> '' ORDER BY rig LIMIT ?2")
    .bind(after, limit)
    .all<{ rig: string }>();
  return results.map(({ rig }) => rig);
}
