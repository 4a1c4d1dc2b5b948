import { HOSTING } from '@opfsmark/schema/ranks';
import type { Db } from '../base/env.ts';
import { CHECKUPS_OF_PROVIDER } from '../base/limits.ts';
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

/** The browser that a report is of: of each the newest of a provider is listed. */
type Kind = Pick<CheckupRow, 'provider' | 'os' | 'browser' | 'version'>;
const IS_KIND = '(provider, os, browser, version) = (?1, ?2, ?3, ?4)';
const bindKind = (statement: D1PreparedStatement, { provider, os, browser, version }: Kind, ...more: unknown[]) =>
  statement.bind(provider, os, browser, version, ...more);

/** A second one under the same id is refused with its batch. It takes the place of an older one, and of the oldest where there are many. */
export function insertCheckup(db: Db, row: CheckupRow): D1PreparedStatement[] {
  const insert = db.prepare(
    `INSERT INTO checkup (provider, os, browser, version, checkup_id, created_ms, network, deletion_hash, document, listed)
     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?1 <> '${HOSTING}')`,
  );
  const unlist = db.prepare(
    `UPDATE checkup SET listed = 0 WHERE provider = ?1 AND listed = 1 AND checkup_id <> ?5 AND (${IS_KIND} OR checkup_id NOT IN (
       SELECT checkup_id FROM checkup WHERE provider = ?1 AND listed = 1 ORDER BY checkup_id DESC LIMIT ${CHECKUPS_OF_PROVIDER}))`,
  );
  const { checkup_id, created_ms, network, deletion_hash, document } = row;
  return [
    bindKind(insert, row, checkup_id, created_ms, network, deletion_hash, document),
    bindKind(unlist, row, checkup_id),
  ];
}

export function selectCheckup(db: Db, checkupId: string): Promise<CheckupRow | null> {
  return db.prepare('SELECT * FROM checkup WHERE checkup_id = ?1').bind(checkupId).first<CheckupRow>();
}

/** The list is made of so many, of which those of 75 providers at least are: each has a few. */
const NEWEST_READ = 3000;

/** Of each provider its newest one, then the second newest of each, and so on: of the newest that are listed, which alone are read. */
export async function selectCheckups(
  db: Db,
  limit: number,
  newest = NEWEST_READ,
): Promise<Pick<CheckupRow, 'checkup_id' | 'created_ms' | 'document'>[]> {
  const { results } = await db
    .prepare(
      `SELECT checkup_id, created_ms, document FROM (
         SELECT checkup_id, row_number() OVER (PARTITION BY provider ORDER BY checkup_id DESC) AS nth
         FROM (SELECT checkup_id, provider FROM checkup INDEXED BY checkup_by_age WHERE listed = 1 ORDER BY checkup_id DESC LIMIT ?2)
         ORDER BY nth, checkup_id DESC LIMIT ?1)
       JOIN checkup USING (checkup_id) ORDER BY nth, checkup_id DESC`,
    )
    .bind(limit, newest)
    .all<Pick<CheckupRow, 'checkup_id' | 'created_ms' | 'document'>>();
  return results;
}

/** Where the newest of its kind went, the one before it takes its place. */
const relist = (db: Db, kind: Kind) =>
  bindKind(
    db.prepare(
      `UPDATE checkup SET listed = 1 WHERE ?1 <> '${HOSTING}' AND checkup_id = (SELECT max(checkup_id) FROM checkup WHERE ${IS_KIND})`,
    ),
    kind,
  );

export function deleteCheckup(db: Db, row: CheckupRow): D1PreparedStatement[] {
  return [db.prepare('DELETE FROM checkup WHERE checkup_id = ?1').bind(row.checkup_id), relist(db, row)];
}

/** All that came from a network or a provider. */
export async function deleteCheckupsOf(db: Db, { kind, tag }: Source): Promise<void> {
  const column = kind === 'network' ? 'network' : 'provider';
  const sql = `SELECT DISTINCT provider, os, browser, version FROM checkup WHERE ${column} = ?1`;
  const { results: kinds } = await db.prepare(sql).bind(tag).all<Kind>();
  const remove = db.prepare(`DELETE FROM checkup WHERE ${column} = ?1`).bind(tag);
  await db.batch([remove, ...kinds.map((row) => relist(db, row))]);
}
