import type { Db } from '../base/env.ts';
import type { SourceTag } from '../boards/policy.ts';
import type { Source } from './moderation.ts';

export interface CheckupRow {
  readonly checkup_id: string;
  readonly created_ms: number;
  readonly os: string;
  readonly browser: string;
  readonly version: string;
  readonly network: SourceTag;
  readonly provider: SourceTag;
  readonly deletion_hash: string;
  /** JSON */
  readonly document: string;
}

/** A second one under the same id is not stored. */
export function insertCheckup(db: Db, row: CheckupRow): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO checkup (checkup_id, created_ms, os, browser, version, network, provider, deletion_hash, document)
       VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9) ON CONFLICT DO NOTHING`,
    )
    .bind(
      row.checkup_id,
      row.created_ms,
      row.os,
      row.browser,
      row.version,
      row.network,
      row.provider,
      row.deletion_hash,
      row.document,
    );
}

export function selectCheckup(db: Db, checkupId: string): Promise<CheckupRow | null> {
  return db.prepare('SELECT * FROM checkup WHERE checkup_id = ?1').bind(checkupId).first<CheckupRow>();
}

/** The newest of each network with each browser among the newest of all, so that one network cannot fill a list. */
export async function selectCheckups(
  db: Db,
  limit: number,
): Promise<Pick<CheckupRow, 'checkup_id' | 'created_ms' | 'document'>[]> {
  const { results } = await db
    .prepare(
      `SELECT max(checkup_id) AS checkup_id, created_ms, document FROM (
         SELECT * FROM checkup ORDER BY checkup_id DESC LIMIT ?1)
       GROUP BY network, os, browser, version ORDER BY 1 DESC`,
    )
    .bind(limit)
    .all<Pick<CheckupRow, 'checkup_id' | 'created_ms' | 'document'>>();
  return results;
}

export function deleteCheckup(db: Db, checkupId: string): D1PreparedStatement {
  return db.prepare('DELETE FROM checkup WHERE checkup_id = ?1').bind(checkupId);
}

/** All that came from a network or a provider. */
export function deleteCheckupsOf(db: Db, { kind, tag }: Source): D1PreparedStatement {
  return db.prepare(`DELETE FROM checkup WHERE ${kind === 'network' ? 'network' : 'provider'} = ?1`).bind(tag);
}
