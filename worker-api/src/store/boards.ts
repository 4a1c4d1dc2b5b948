import type { Db } from '../base/env.ts';
import { SUBJECTS_SEARCHED } from '../base/limits.ts';
import type { Entry } from '../boards/entries.ts';
import type { Position, StoredEntry } from '../boards/ranking.ts';
import { ACTIVE } from './cells.ts';
import { releaseDirty, type DirtyRow } from './dirty.ts';
import type { ModelKind, ModelRow } from './models.ts';

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

/** A statement takes 100 parameters. */
const SUBJECTS_PER_STATEMENT = 90;

/** Which of some subjects a board ranks: a row is read of each that it does, and none of the others. */
export async function selectRankedSubjects(db: Db, boardId: string, subjects: readonly string[]): Promise<Set<string>> {
  const parts = Array.from({ length: Math.ceil(subjects.length / SUBJECTS_PER_STATEMENT) }, (_, i) =>
    subjects.slice(i * SUBJECTS_PER_STATEMENT, (i + 1) * SUBJECTS_PER_STATEMENT),
  );
  const answers = await Promise.all(
    parts.map(async (own) => {
      // A column each, because a list is read row by row, also for those that are not there.
      const columns = own.map(
        (_, i) => `EXISTS (SELECT 1 FROM board WHERE subject = ?${i + 2} AND board_id = ?1) AS s${i}`,
      );
      const found = await db
        .prepare(`SELECT ${columns.join(', ')}`)
        .bind(boardId, ...own)
        .first<Record<string, number>>();
      return own.filter((_, i) => found?.[`s${i}`] === 1);
    }),
  );
  return new Set(answers.flat());
}

/** What a name is searched for: words of a slug, `null` where the text has none, or of the name as it is shown. */
export interface Wanted {
  readonly slug: string | null;
  readonly text: string;
}

/** The same of one name, where it is not looked for in the database. */
export function isWanted({ slug, text }: Wanted, subject: string, name: string): boolean {
  const hasAll = (own: string, words: readonly string[]) => words.every((word) => own.includes(word));
  return (
    (slug !== null && hasAll(subject, slug.split('-'))) || hasAll(name.toLowerCase(), text.toLowerCase().split(/\s+/))
  );
}

/** Entries with every word of a text anywhere in their name, best first. */
export async function searchEntries(db: Db, boardId: string, wanted: Wanted, limit: number): Promise<StoredEntry[]> {
  const hasAll = (text: string, words: string) =>
    `NOT EXISTS (SELECT 1 FROM json_each(${words}) WHERE instr(${text}, value) = 0)`;
  const slugWords = wanted.slug === null ? null : JSON.stringify(wanted.slug.split('-'));
  const words = JSON.stringify(wanted.text.toLowerCase().split(/\s+/));
  const { results } = await db
    .prepare(
      `SELECT sort, subject, row, refreshed_ms FROM (
         SELECT * FROM board WHERE board_id = ?1 ORDER BY sort, subject LIMIT ${SUBJECTS_SEARCHED})
       WHERE (?2 IS NOT NULL AND ${hasAll('subject', '?2')}) OR ${hasAll("lower(row ->> '$.subject.name')", '?3')}
       ORDER BY sort, subject LIMIT ?4`,
    )
    .bind(boardId, slugWords, words, limit)
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

/** The cells that a refresh has read: cut and version, `null` where there was none. */
export type SeenCells = readonly (readonly [cut: string, version: number | null])[];

/** What a refresh has read of a device or a drive; `null` where it has no row. */
export type SeenModel = readonly [slug: string, row: Pick<ModelRow, 'name' | 'status' | 'renamed'> | null];
export type SeenModels = Readonly<Record<ModelKind, SeenModel>>;

/** Whether a row is as it was: ?`at` is its slug, the next what `textOfModel` said. */
const isSameModel = (kind: ModelKind, at: number) =>
  `(SELECT renamed || status || ' ' || name FROM ${kind} WHERE slug = ?${at}) IS ?${at + 1}`;
const textOfModel = ([slug, row]: SeenModel) => [slug, row && `${row.renamed}${row.status} ${row.name}`];

/** The key is held and has not changed since it was read, nor has any vote of its cuts, nor its device, nor its drive. */
const IS_UNCHANGED = `EXISTS (SELECT 1 FROM dirty WHERE keys = ?1 AND since_ms = ?2 AND lease = ?3)
  AND NOT EXISTS (
    SELECT 1 FROM json_each(?4) AS seen
    WHERE (SELECT version FROM cell WHERE generation = ${ACTIVE} AND cut = seen.value ->> 0) IS NOT seen.value ->> 1)
  AND ${isSameModel('device', 5)} AND ${isSameModel('drive', 7)}`;
/** Of `replaceEntries`, the statement whose changes tell whether anything was written. */
const DONE_STATEMENT = 2;

/**
 * Replaces entries and takes their keys off the list; `false` where something has changed meanwhile and nothing was written.
 * Keys that share a line are refreshed side by side: what was counted before another one's votes is never written after them.
 */
export async function replaceEntries(
  db: Db,
  dirty: DirtyRow,
  seen: { readonly cells: SeenCells; readonly models: SeenModels },
  { changed, gone }: { readonly changed: readonly Entry[]; readonly gone: readonly EntryKey[] },
  nowMs: number,
): Promise<boolean> {
  const models = [seen.models.device, seen.models.drive].flatMap(textOfModel);
  const conditions = [dirty.keys, dirty.since_ms, dirty.lease, JSON.stringify(seen.cells), ...models];
  const removed = JSON.stringify([...changed, ...gone].map((entry) => [entry.board_id, entry.subject]));
  const added = JSON.stringify(changed.map((e) => [e.board_id, e.sort, e.subject, JSON.stringify(e.row)]));
  const results = await db.batch([
    db
      .prepare(
        `DELETE FROM board
         WHERE (board_id, subject) IN (SELECT value ->> 0, value ->> 1 FROM json_each(?9)) AND ${IS_UNCHANGED}`,
      )
      .bind(...conditions, removed),
    db
      .prepare(
        `INSERT INTO board (board_id, sort, subject, row, refreshed_ms)
         SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, ?10 FROM json_each(?9) WHERE ${IS_UNCHANGED}`,
      )
      .bind(...conditions, added, nowMs),
    db.prepare(`DELETE FROM dirty WHERE keys = ?1 AND ${IS_UNCHANGED}`).bind(...conditions),
    // Those that have changed again are free for the next one.
    releaseDirty(db, dirty),
  ]);
  return (results[DONE_STATEMENT]?.meta.changes ?? 0) > 0;
}
