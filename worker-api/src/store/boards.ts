import type { Db } from '../base/env.ts';
import type { Entry } from '../boards/entries.ts';
import type { Position, StoredEntry } from '../boards/ranking.ts';
import { releaseDirty, type DirtyRow } from './dirty.ts';

/** Entries after a position: one range of the primary key, as many rows read as returned. */
export async function selectEntries(db: Db, boardId: string, after: Position, limit: number): Promise<StoredEntry[]> {
  const { results } = await db
    .prepare(
      `SELECT sort, subject, row, refreshed_ms FROM board
       WHERE board_id = ?1 AND (sort, subject) > (?2, ?3)
       ORDER BY sort, subject LIMIT ?4`,
    )
    .bind(boardId, after.sort, after.subject, limit)
    .all<StoredEntry>();
  return results;
}

/** All boards that have entries: two rows read per board, because it jumps from each board to the next. */
export async function selectBoardIds(db: Db): Promise<string[]> {
  const { results } = await db
    .prepare(
      `WITH RECURSIVE ids (id) AS (
         SELECT min(board_id) FROM board
         UNION ALL SELECT (SELECT min(board_id) FROM board WHERE board_id > id) FROM ids WHERE id IS NOT NULL)
       SELECT id FROM ids WHERE id IS NOT NULL`,
    )
    .all<{ id: string }>();
  return results.map(({ id }) => id);
}

export interface EntryKey {
  readonly board_id: string;
  readonly subject: string;
}

export interface SubjectEntry extends EntryKey {
  /** JSON */
  readonly row: string;
}

/** All entries of some subjects, on whatever board. */
export async function selectEntriesOf(db: Db, subjects: readonly string[]): Promise<SubjectEntry[]> {
  const { results } = await db
    .prepare('SELECT board_id, subject, row FROM board WHERE subject IN (SELECT value FROM json_each(?1))')
    .bind(JSON.stringify(subjects))
    .all<SubjectEntry>();
  return results;
}

/**
 * Replaces entries and takes their keys off the list. Where the keys have changed again since they were read, or somebody
 * else has taken them, nothing is written, and the next refresh does it.
 */
export function replaceEntries(
  db: Db,
  dirty: DirtyRow,
  changed: readonly Entry[],
  gone: readonly EntryKey[],
  nowMs: number,
): D1PreparedStatement[] {
  const isUnchanged = 'EXISTS (SELECT 1 FROM dirty WHERE keys = ?2 AND since_ms = ?3 AND lease = ?4)';
  const removed = JSON.stringify([...changed, ...gone].map((entry) => [entry.board_id, entry.subject]));
  const added = JSON.stringify(changed.map((e) => [e.board_id, e.sort, e.subject, JSON.stringify(e.row)]));
  return [
    db
      .prepare(
        `DELETE FROM board
         WHERE (board_id, subject) IN (SELECT value ->> 0, value ->> 1 FROM json_each(?1)) AND ${isUnchanged}`,
      )
      .bind(removed, dirty.keys, dirty.since_ms, dirty.lease),
    db
      .prepare(
        `INSERT INTO board (board_id, sort, subject, row, refreshed_ms)
         SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, ?5 FROM json_each(?1) WHERE ${isUnchanged}`,
      )
      .bind(added, dirty.keys, dirty.since_ms, dirty.lease, nowMs),
    db
      .prepare('DELETE FROM dirty WHERE keys = ?1 AND since_ms = ?2 AND lease = ?3')
      .bind(dirty.keys, dirty.since_ms, dirty.lease),
    // Those that have changed again are free for the next one.
    releaseDirty(db, dirty),
  ];
}
