import type { BoardParts } from '@opfsmark/schema/boards';
import type { Db } from '../base/env.ts';
import { cutsPrefixOf, subjectOf } from '../boards/lines.ts';
import { comparePositions, type Position, type RankedEntry, rowOf } from '../boards/ranking.ts';
import type { RunClass } from '../boards/warned.ts';
import { selectCohorts, selectRanked, type StoredCohort } from './cohorts.ts';

/** A list with more entries has its order written down, at most hourly. */
export const ENTRIES_AT_ONCE = 50;
/** Until then so many are read. */
const MAX_UNORDERED = 150;

/** An entry of a list, without its row. */
export interface Head extends Position {
  readonly cut: string;
  readonly name: string;
}

interface List {
  /** All, best first. */
  readonly heads: readonly Head[];
  /** The rows of some. Their cohorts are read where the list is long. */
  readonly readRows: (heads: readonly Head[]) => Promise<ListRow[]>;
}

interface ListRow extends RankedEntry {
  readonly counted_ms: number;
  readonly class: RunClass | undefined;
}

type StoredHead = readonly [sort: number, rest: string, name: string];

async function selectOrder(db: Db, prefix: string, metric: string): Promise<Head[]> {
  const { results } = await db
    .prepare('SELECT entries FROM list WHERE prefix = ?1 AND metric = ?2 ORDER BY part')
    .bind(prefix, metric)
    .all<{ entries: string }>();
  return results
    .flatMap(({ entries }) => JSON.parse(entries) as StoredHead[])
    .map(([sort, rest, name]) => headOf(prefix + rest, sort, name));
}

/** A subject is worked out when it is read: of thousands only those of a page, and those of equal values. */
const headOf = (cut: string, sort: number, name: string): Head => ({
  ...{ cut, sort, name },
  get subject() {
    return subjectOf(cut);
  },
});

/** All that a board ranks: of a short list one range of an index, of a long one its order. */
export async function readList(db: Db, board: BoardParts): Promise<List> {
  const prefix = cutsPrefixOf(board);
  const rowsOf = (cohorts: Iterable<StoredCohort>): (ListRow & Head)[] =>
    [...cohorts].flatMap(({ cut, cohort, runs, counted_ms }) => {
      const placedRow = cohort && rowOf(cohort, runs, board.metric);
      if (!placedRow) return [];
      return [{ ...placedRow, cut, counted_ms, subject: subjectOf(cut), name: placedRow.row.subject.name }];
    });
  const orderedHeads = await selectOrder(db, prefix, board.metric);
  if (orderedHeads.length > 0) {
    const readRows = async (heads: readonly Head[]) => {
      const cuts = heads.map(({ cut }) => cut);
      return rowsOf((await selectCohorts(db, cuts)).values()).toSorted(comparePositions);
    };
    return { heads: orderedHeads, readRows };
  }
  const rows = rowsOf(await selectRanked(db, prefix, MAX_UNORDERED)).toSorted(comparePositions);
  const rowsByCut = new Map(rows.map((row) => [row.cut, row]));
  return { heads: rows, readRows: (heads) => Promise.resolve(heads.flatMap(({ cut }) => rowsByCut.get(cut) ?? [])) };
}

/** Entries of one row: far below what a row may hold. */
const ENTRIES_PER_PART = 1000;

/** Writes the order of a list, as far as its cohorts are still there; without heads it is forgotten. */
export function writeOrder(db: Db, prefix: string, metric: string, heads: readonly Head[]): D1PreparedStatement[] {
  const storedHeads = heads.toSorted(comparePositions).map(({ sort, cut, name }): StoredHead => {
    return [sort, cut.slice(prefix.length), name];
  });
  const parts = Array.from({ length: Math.ceil(storedHeads.length / ENTRIES_PER_PART) }, (_, part) =>
    db
      .prepare(
        `INSERT INTO list (prefix, metric, part, entries)
         SELECT ?1, ?2, ?3, coalesce(json_group_array(json(value)), '[]') FROM (
           SELECT value FROM json_each(?4)
           WHERE EXISTS (SELECT 1 FROM cohort WHERE cut = ?1 || (value ->> 1) AND ranked = 1) ORDER BY key)
         WHERE true
         ON CONFLICT DO UPDATE SET entries = excluded.entries WHERE list.entries <> excluded.entries`,
      )
      .bind(
        prefix,
        metric,
        part,
        JSON.stringify(storedHeads.slice(part * ENTRIES_PER_PART, (part + 1) * ENTRIES_PER_PART)),
      ),
  );
  const remove = db
    .prepare('DELETE FROM list WHERE prefix = ?1 AND metric = ?2 AND part >= ?3')
    .bind(prefix, metric, parts.length);
  return [...parts, remove];
}

/** Forgets the orders of lists that are not named. */
export function deleteOtherOrders(db: Db, prefixes: readonly string[]): D1PreparedStatement {
  return db
    .prepare('DELETE FROM list WHERE prefix NOT IN (SELECT value FROM json_each(?1))')
    .bind(JSON.stringify(prefixes));
}

/** What a name is searched for: words of a slug, `null` where the text has none, or of the name as it is shown. */
interface SubjectQuery {
  readonly slug: string | null;
  readonly text: string;
}

export function isWanted({ slug, text }: SubjectQuery, subject: string, name: string): boolean {
  const hasAll = (haystack: string, words: readonly string[]) => words.every((word) => haystack.includes(word));
  return (
    (slug !== null && hasAll(subject, slug.split('-'))) || hasAll(name.toLowerCase(), text.toLowerCase().split(/\s+/))
  );
}
