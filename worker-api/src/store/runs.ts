import type { RunStatus } from '@opfsmark/schema/api';
import type { MetricValues } from '@opfsmark/schema/boards';
import type { FamilyId } from '@opfsmark/schema/families';
import type { Db } from '../base/env.ts';
import type { SourceTag } from '../boards/policy.ts';
import { packMetrics, type StoredMetrics } from '../boards/stored-metrics.ts';
import type { DocumentName } from './documents.ts';
import { leaveGroups } from './groups.ts';
import { type Compared, countLike } from './likeness.ts';
import { trimRecent } from './listing.ts';
import type { Source } from './moderation.ts';
import { deleteModelWithoutRuns, insertModel, type ModelKind } from './models.ts';
import { countDeletedDocument } from './storage.ts';

export interface RunRow extends StoredMetrics {
  readonly run_id: string;
  /** Version of its document: see `documentKey`. */
  readonly document: string;
  readonly created_ms: number;
  readonly body_hash: string;
  readonly deletion_hash: string;
  readonly status: RunStatus;
  /** JSON */
  readonly reasons: string;
  readonly trust: number;
  /** JSON: why it may not rank. */
  readonly unranked: string;
  /** Two names by which runs that are like it find it: see `likenessOf`. */
  readonly like_1: string;
  readonly like_2: string;
  readonly spreads: string;
  readonly rig: string;
  readonly network: SourceTag;
  readonly provider: SourceTag;
  /** Which metrics were unusual: see `unusualSet` in boards/unusual.ts. */
  readonly unusual: string;
  readonly confirmed: number;
  readonly listed: number;
  readonly scope: string;
  readonly device: string;
  readonly filesystem: string;
  readonly os: string;
  readonly browser: string;
  readonly version: string;
  /** Version of the core that measured. */
  readonly core: string;
  readonly drive: string;
  /** The drive's model as it was declared. */
  readonly drive_name: string;
  readonly interface: string;
  readonly flush: string;
  readonly family: FamilyId;
  readonly profile: string;
  /** The device's name as it was declared. */
  readonly name: string;
}

/** A run before it is stored. */
export type NewRun = Omit<RunRow, 'reasons' | 'unranked' | 'confirmed' | 'listed' | keyof StoredMetrics> & {
  readonly reasons: readonly string[];
  readonly unranked: readonly string[];
  readonly metrics: MetricValues;
  /** The runs like it that it was compared with. */
  readonly compared: Compared;
};

/** Before a run is compared with others, and where the same result may be published again. */
export const NOT_COMPARED = { like_1: '', like_2: '', spreads: '', compared: { probes: [], count: 0 } } as const;

export function selectRun(db: Db, runId: string): Promise<RunRow | null> {
  return db.prepare('SELECT * FROM run WHERE run_id = ?1').bind(runId).first<RunRow>();
}

export async function isDeleted(db: Db, runId: string): Promise<boolean> {
  return (await db.prepare('SELECT 1 FROM tombstone WHERE run_id = ?1').bind(runId).first()) !== null;
}

/**
 * A run with its device, as statements of one batch. A deleted id makes `run_id` NULL, which is refused; so does a run like it
 * that it was not compared with, as where a copy is sent many times at once.
 */
export function insertRun(db: Db, run: NewRun, recentPerNetwork: number): D1PreparedStatement[] {
  const packedMetrics = packMetrics(run.metrics);
  return [
    db
      .prepare(
        `INSERT INTO run (run_id, created_ms, body_hash, deletion_hash, status, reasons, trust, rig, network, listed,
                          scope, device, filesystem, os, browser, flush, family, profile, name, metrics,
                          unranked, like_1, document, metric_set, version, drive, drive_name, interface, provider, unusual, core, like_2, spreads)
         SELECT CASE WHEN NOT EXISTS (SELECT 1 FROM tombstone WHERE run_id = ?1)
                      AND ${countLike('?34')} = ?35 THEN ?1 END, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21, ?22, ?23, ?24, ?25, ?26, ?27, ?28, ?29, ?30, ?31, ?32, ?33`,
      )
      .bind(
        run.run_id,
        run.created_ms,
        run.body_hash,
        run.deletion_hash,
        run.status,
        JSON.stringify(run.reasons),
        run.trust,
        run.rig,
        run.network,
        isListed(run) ? 1 : 0,
        run.scope,
        run.device,
        run.filesystem,
        run.os,
        run.browser,
        run.flush,
        run.family,
        run.profile,
        run.name,
        packedMetrics.metrics,
        JSON.stringify(run.unranked),
        run.like_1,
        run.document,
        packedMetrics.metric_set,
        run.version,
        run.drive,
        run.drive_name,
        run.interface,
        run.provider,
        run.unusual,
        run.core,
        run.like_2,
        run.spreads,
        JSON.stringify(run.compared.probes),
        run.compared.count,
      ),
    insertModel(db, 'device', run.device, run.name, run.created_ms),
    ...(isListed(run) && Number.isFinite(recentPerNetwork)
      ? [trimRecent(db, run.scope, run.network, recentPerNetwork)]
      : []),
  ];
}

/** Doubts with which a held run is listed all the same, marked. It never counts. */
const LISTED_WHILE_HELD: ReadonlySet<string> = new Set([
  'memory_backed',
  'flush_does_nothing',
  'ticket_expired',
  'near_copy',
]);

/** Whether a new run is listed on boards at once, unconfirmed. */
function isListed({ scope, status, reasons }: Pick<NewRun, 'scope' | 'status' | 'reasons'>): boolean {
  if (scope === '') return false;
  return status === 'published' || (status === 'held' && reasons.every((reason) => LISTED_WHILE_HELD.has(reason)));
}

export function updateStatus(
  db: Db,
  runId: string,
  status: RunStatus,
  reasons: readonly string[],
  confirmed = false,
): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE run SET status = ?2, reasons = ?3, confirmed = ?4, listed = (?2 = 'published' AND scope <> '' AND ?4 = 0)
       WHERE run_id = ?1`,
    )
    .bind(runId, status, JSON.stringify(reasons), confirmed ? 1 : 0);
}

/**
 * Removes everything that a run said, and what was said about it. Its id stays, so that its address answers 410, and the
 * name of its document until that is deleted, too.
 */
export function deleteRun(
  db: Db,
  { run_id, document, device, drive }: Pick<RunRow, 'run_id' | 'document' | ModelKind>,
): D1PreparedStatement[] {
  return [
    db
      .prepare('INSERT INTO tombstone (run_id, document) VALUES (?1, ?2) ON CONFLICT DO NOTHING')
      .bind(run_id, document),
    countDeletedDocument(db),
    db.prepare('DELETE FROM report WHERE run_id = ?1').bind(run_id),
    leaveGroups(db, run_id),
    db.prepare("UPDATE audit SET subject = '', detail = '{}' WHERE subject = ?1").bind(run_id),
    db.prepare('DELETE FROM run WHERE run_id = ?1').bind(run_id),
    ...deleteModelWithoutRuns(db, 'device', device),
    ...deleteModelWithoutRuns(db, 'drive', drive),
  ];
}

/** Some runs without a ticket that are older than that and in no group. */
export async function selectExpired(db: Db, beforeMs: number, limit: number): Promise<RunRow[]> {
  const { results } = await db
    .prepare(
      `SELECT * FROM run INDEXED BY run_by_expiry
       WHERE instr(unranked, '"no_ticket"') > 0 AND created_ms < ?1
         AND NOT EXISTS (SELECT 1 FROM group_run WHERE group_run.run_id = run.run_id) LIMIT ?2`,
    )
    .bind(beforeMs, limit)
    .all<RunRow>();
  return results;
}

/** Documents of deleted runs that are still in the bucket. */
export async function selectLeftDocuments(db: Db, limit: number): Promise<DocumentName[]> {
  const { results } = await db
    .prepare("SELECT run_id, document FROM tombstone WHERE document <> '' LIMIT ?1")
    .bind(limit)
    .all<DocumentName>();
  return results;
}

export function clearLeftDocument(db: Db, runId: string): D1PreparedStatement {
  return db.prepare("UPDATE tombstone SET document = '' WHERE run_id = ?1").bind(runId);
}

/** The documents that some runs have. */
export async function selectDocumentNames(db: Db, runIds: readonly string[]): Promise<DocumentName[]> {
  const { results } = await db
    .prepare('SELECT run_id, document FROM run WHERE run_id IN (SELECT value FROM json_each(?1))')
    .bind(JSON.stringify(runIds))
    .all<DocumentName>();
  return results;
}

export async function selectRunsOfModel(db: Db, kind: ModelKind, slug: string): Promise<RunRow[]> {
  const sql = `SELECT * FROM run WHERE ${kind} = ?1 AND ${kind} <> ''`;
  const { results } = await db.prepare(sql).bind(slug).all<RunRow>();
  return results;
}

/** How many runs of a network or provider there are. */
export async function countRunsOfSource(db: Db, { kind, tag }: Source): Promise<number> {
  const sql = `SELECT count(*) AS n FROM run INDEXED BY run_by_network WHERE ${kind} = ?1`;
  return (await db.prepare(sql).bind(tag).first<number>('n')) ?? 0;
}

/** Some runs of a network or provider. */
export async function selectRunsOfSource(
  db: Db,
  { kind, tag }: Source,
  statuses: readonly RunStatus[],
  limit: number,
): Promise<RunRow[]> {
  const { results } = await db
    .prepare(
      `SELECT * FROM run WHERE run_id IN (SELECT run_id FROM run INDEXED BY run_by_network WHERE ${kind} = ?1)
         AND status IN (SELECT value FROM json_each(?2)) LIMIT ?3`,
    )
    .bind(tag, JSON.stringify(statuses), limit)
    .all<RunRow>();
  return results;
}

export function updateModelOfRuns(
  db: Db,
  kind: ModelKind,
  runIds: readonly string[],
  slug: string,
): D1PreparedStatement {
  return db
    .prepare(`UPDATE run SET ${kind} = ?1 WHERE run_id IN (SELECT value FROM json_each(?2))`)
    .bind(slug, JSON.stringify(runIds));
}
