import type { RunStatus } from '@opfsmark/schema/api';
import { layoutOfScope, type MetricValues } from '@opfsmark/schema/boards';
import type { FamilyId } from '@opfsmark/schema/families';
import { MODERATOR, type RankPolicy } from '@opfsmark/schema/ranks';
import type { Db } from '../base/env.ts';
import { evidenceOf } from '../boards/evidence.ts';
import type { SourceTag } from '../boards/policy.ts';
import { packMetrics, type StoredMetrics } from '../boards/stored-metrics.ts';
import type { DocumentName } from './documents.ts';
import { leaveGroups } from './groups.ts';
import { type Compared, countLike } from './likeness.ts';
import { trimRecent } from './listing.ts';
import type { Source } from './moderation.ts';
import { deleteModelWithoutRuns, insertModel, type ModelKind } from './models.ts';
import { IS_FOR_ALL, IS_PUBLIC, isPublic } from './public.ts';
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
  readonly evidence: number;
  /** JSON: why it does not count. */
  readonly unranked: string;
  /** Two names by which runs that are like it find it: see `likenessOf`. */
  readonly like_1: string;
  readonly like_2: string;
  readonly spreads: string;
  readonly rig: string;
  readonly network: SourceTag;
  readonly provider: SourceTag;
  readonly confirmed_by: string;
  readonly listed: number;
  /** 1: only whoever has its link, or that of a group it is in, sees it. */
  readonly unlisted: number;
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
export type NewRun = Omit<RunRow, 'reasons' | 'unranked' | 'listed' | keyof StoredMetrics> & {
  readonly reasons: readonly string[];
  readonly unranked: readonly string[];
  readonly metrics: MetricValues;
  /** The runs like it that it was compared with. */
  readonly compared: Compared;
};

export function selectRun(db: Db, runId: string): Promise<RunRow | null> {
  return db.prepare('SELECT * FROM run WHERE run_id = ?1').bind(runId).first<RunRow>();
}

export async function isDeleted(db: Db, runId: string): Promise<boolean> {
  return (await db.prepare('SELECT 1 FROM tombstone WHERE run_id = ?1').bind(runId).first()) !== null;
}

/**
 * A run with its device, as statements of one batch. A deleted id makes `run_id` NULL, which is refused; so does a run like it
 * that it was not compared with, as where a copy is sent many times at once, a key that was revoked meanwhile, and a device or drive that
 * was merged into another.
 */
export function insertRun(db: Db, run: NewRun, policy: RankPolicy): D1PreparedStatement[] {
  const packedMetrics = packMetrics(run.metrics);
  return [
    db
      .prepare(
        `INSERT INTO run (run_id, created_ms, body_hash, deletion_hash, status, reasons, evidence, rig, network, listed,
                          scope, device, filesystem, os, browser, flush, family, profile, name, metrics,
                          unranked, like_1, document, metric_set, version, drive, drive_name, interface, provider, confirmed_by, core, like_2, spreads, unlisted)
         SELECT CASE WHEN NOT EXISTS (SELECT 1 FROM tombstone WHERE run_id = ?1)
                      AND NOT EXISTS (SELECT 1 FROM device_alias WHERE alias = ?12)
                      AND NOT EXISTS (SELECT 1 FROM drive_alias WHERE alias = ?26)
                      AND ${countLike('?34')} = ?35 AND (?30 = '' OR ?30 = '${MODERATOR}'
                      OR EXISTS (SELECT 1 FROM signing_key WHERE key_id = ?30 AND revoked_ms IS NULL)) THEN ?1 END, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21, ?22, ?23, ?24, ?25, ?26, ?27, ?28, ?29, ?30, ?31, ?32, ?33, ?36`,
      )
      .bind(
        run.run_id,
        run.created_ms,
        run.body_hash,
        run.deletion_hash,
        run.status,
        JSON.stringify(run.reasons),
        run.evidence,
        run.rig,
        run.network,
        isListed(run, policy) ? 1 : 0,
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
        run.confirmed_by,
        run.core,
        run.like_2,
        run.spreads,
        JSON.stringify(run.compared.probes),
        run.compared.count,
        run.unlisted,
      ),
    ...(run.unlisted === 1 ? [] : [insertModel(db, 'device', run.device, run.name, run.created_ms)]),
    ...(isListed(run, policy) && Number.isFinite(policy.maxRecentPerProvider)
      ? [trimRecent(db, run.scope, run.provider, policy.maxRecentPerProvider)]
      : []),
  ];
}

/** Doubts with which a held run is shown all the same, marked. */
const SHOWN_WHILE_HELD: ReadonlySet<string> = new Set(['ticket_expired', 'near_copy']);

type Shown = Pick<NewRun, 'scope' | 'status' | 'reasons' | 'evidence' | 'unlisted'>;

/** Whether a run is shown under the rows of a list, because it counts for none of them. */
function isListed({ scope, status, reasons, evidence, unlisted }: Shown, { minEvidence }: RankPolicy): boolean {
  if (scope === '' || unlisted === 1) return false;
  if (status === 'held') return reasons.every((reason) => SHOWN_WHILE_HELD.has(reason));
  // A run of storage for apps has no row by value: there these are all that a page can open.
  return isPublic({ status, unlisted }) && (evidence < minEvidence || layoutOfScope(scope) === 'app-storage');
}

export function updateStatus(
  db: Db,
  run: RunRow,
  { status, reasons, confirmedBy = '' }: { status: RunStatus; reasons: readonly string[]; confirmedBy?: string },
  policy: RankPolicy,
): D1PreparedStatement {
  const evidence = evidenceOf(JSON.parse(run.unranked) as string[], confirmedBy !== '');
  const listed = isListed({ ...run, status, reasons, evidence }, policy) ? 1 : 0;
  return db
    .prepare(
      'UPDATE run SET status = ?2, reasons = ?3, confirmed_by = ?4, evidence = ?5, listed = ?6 WHERE run_id = ?1',
    )
    .bind(run.run_id, status, JSON.stringify(reasons), confirmedBy, evidence, listed);
}

/** Which published runs are shown under the rows, where another policy counts others. */
export const listAgain = (db: Db, { minEvidence }: RankPolicy): D1PreparedStatement =>
  db
    .prepare(
      `UPDATE run SET listed = NOT listed WHERE ${IS_PUBLIC} AND scope <> '' AND listed <> (evidence < ?1 OR scope LIKE '%.app-storage')`,
    )
    .bind(minEvidence);

/** Takes back what a key has confirmed: its runs show what they show. */
export function takeConfirmations(db: Db, keyId: string, { minEvidence }: RankPolicy): D1PreparedStatement[] {
  const evidence = "CASE WHEN evidence = 0 THEN 0 WHEN unranked = '[]' THEN 2 ELSE 1 END";
  return [
    db
      .prepare(
        `UPDATE run SET confirmed_by = '', evidence = ${evidence},
           listed = (${IS_PUBLIC} AND scope <> '' AND (${evidence} < ?2 OR scope LIKE '%.app-storage'))
         WHERE confirmed_by = ?1 AND confirmed_by <> ''`,
      )
      .bind(keyId, minEvidence),
  ];
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
       WHERE instr(unranked, '"no_ticket"') > 0 AND confirmed_by = '' AND created_ms < ?1
         AND NOT EXISTS (SELECT 1 FROM group_run WHERE group_run.run_id = run.run_id AND removed_ms IS NULL) LIMIT ?2`,
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
  const sql = `SELECT * FROM run WHERE ${kind} = ?1 AND ${kind} <> '' AND ${IS_FOR_ALL}`;
  const { results } = await db.prepare(sql).bind(slug).all<RunRow>();
  return results;
}

/** How many runs of a network or provider there are. */
export async function countRunsOfSource(db: Db, { kind, tag }: Source): Promise<number> {
  const sql = `SELECT count(*) AS n FROM run INDEXED BY run_by_source WHERE ${kind} = ?1`;
  return (await db.prepare(sql).bind(tag).first<number>('n')) ?? 0;
}

/**
 * Some runs of a network or provider.
 *
 * @param reason the first that they are hidden for, where it must be this one
 */
export async function selectRunsOfSource(
  db: Db,
  { kind, tag }: Source,
  statuses: readonly RunStatus[],
  limit: number,
  reason: string | null = null,
): Promise<RunRow[]> {
  const { results } = await db
    .prepare(
      `SELECT * FROM run WHERE run_id IN (SELECT run_id FROM run INDEXED BY run_by_source WHERE ${kind} = ?1)
         AND status IN (SELECT value FROM json_each(?2)) AND (?4 IS NULL OR reasons ->> 0 = ?4) LIMIT ?3`,
    )
    .bind(tag, JSON.stringify(statuses), limit, reason)
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
