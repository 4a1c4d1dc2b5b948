import type { BoardRow } from '@opfsmark/schema';
import type { Db } from '../base/env.ts';

/** One entry of a board as it is stored; `rank` and `tied` are found while a page is read. */
export interface Entry {
  readonly board_id: string;
  /** 0 ranked, 1 provisional */
  readonly tier: number;
  /** Ascends from best to worst. */
  readonly sort: number;
  readonly subject: string;
  readonly row: Omit<BoardRow, 'rank' | 'tied' | 'provisional'>;
}

export interface StoredEntry {
  readonly tier: number;
  readonly sort: number;
  readonly subject: string;
  /** JSON */
  readonly row: string;
  readonly refreshed_ms: number;
}

export interface Position {
  readonly tier: number;
  readonly sort: number;
  readonly subject: string;
}

export const FIRST_POSITION: Position = { tier: -1, sort: 0, subject: '' };

/** A range of the primary key: as many rows are read as are returned. */
export async function selectEntries(db: Db, boardId: string, after: Position, limit: number): Promise<StoredEntry[]> {
  const { results } = await db
    .prepare(
      `SELECT tier, sort, subject, row, refreshed_ms FROM board
       WHERE board_id = ?1 AND (tier, sort, subject) > (?2, ?3, ?4)
       ORDER BY tier, sort, subject LIMIT ?5`,
    )
    .bind(boardId, after.tier, after.sort, after.subject, limit)
    .all<StoredEntry>();
  return results;
}

/** Jumps from one board's first entry to the next board's: two rows read a board, however many entries they have. */
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

export interface DirtyRow {
  readonly keys: string;
  readonly since_ms: number;
}

export async function selectDirty(db: Db, limit: number): Promise<DirtyRow[]> {
  const { results } = await db.prepare('SELECT keys, since_ms FROM dirty LIMIT ?1').bind(limit).all<DirtyRow>();
  return results;
}

/**
 * Replaces entries and takes their keys off the queue, unless the keys have changed again since they were read: then
 * nothing is written, and whoever reads them next will do it.
 */
export function replaceEntries(
  db: Db,
  dirty: DirtyRow,
  entries: readonly Entry[],
  gone: readonly { readonly board_id: string; readonly subject: string }[],
  nowMs: number,
): D1PreparedStatement[] {
  const still = 'EXISTS (SELECT 1 FROM dirty WHERE keys = ?2 AND since_ms = ?3)';
  const replaced = JSON.stringify([...entries, ...gone].map((entry) => [entry.board_id, entry.subject]));
  const added = JSON.stringify(entries.map((e) => [e.board_id, e.tier, e.sort, e.subject, JSON.stringify(e.row)]));
  return [
    db
      .prepare(
        `DELETE FROM board WHERE (board_id, subject) IN (SELECT value ->> 0, value ->> 1 FROM json_each(?1)) AND ${still}`,
      )
      .bind(replaced, dirty.keys, dirty.since_ms),
    db
      .prepare(
        `INSERT INTO board (board_id, tier, sort, subject, row, refreshed_ms)
         SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, ?4 FROM json_each(?1) WHERE ${still}`,
      )
      .bind(added, dirty.keys, dirty.since_ms, nowMs),
    db.prepare('DELETE FROM dirty WHERE keys = ?1 AND since_ms = ?2').bind(dirty.keys, dirty.since_ms),
  ];
}

/** All entries of some subjects, to leave alone what has not changed and to remove what is no more. */
export async function selectEntriesOf(
  db: Db,
  subjects: readonly string[],
): Promise<{ board_id: string; subject: string; tier: number; row: string }[]> {
  const { results } = await db
    .prepare('SELECT board_id, subject, tier, row FROM board WHERE subject IN (SELECT value FROM json_each(?1))')
    .bind(JSON.stringify(subjects))
    .all<{ board_id: string; subject: string; tier: number; row: string }>();
  return results;
}
