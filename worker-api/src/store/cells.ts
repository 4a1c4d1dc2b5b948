import type { Db } from '../base/env.ts';
import { parseCell, type Cell } from '../boards/cell.ts';
import type { CellDelta } from '../boards/votes.ts';
import { GENERATIONS } from './meta.ts';

interface CellRow {
  readonly cut: string;
  readonly version: number;
  readonly counts: string;
}

/** A cell and which state of its votes it is. */
export interface StoredCell extends Cell {
  readonly version: number;
}

/** The generation that is read. */
export const ACTIVE = `(SELECT value ->> '$[0]' FROM meta WHERE key = '${GENERATIONS}')`;

export async function selectCells(db: Db, cuts: readonly string[]): Promise<Map<string, StoredCell>> {
  const { results } = await db
    .prepare(
      `SELECT cut, counts, version FROM cell WHERE generation = ${ACTIVE} AND cut IN (SELECT value FROM json_each(?1))`,
    )
    .bind(JSON.stringify(cuts))
    .all<CellRow>();
  return parseCells(results);
}

/** The cells whose cut begins with a prefix: one range of the primary key. */
export async function selectCellsByPrefix(db: Db, prefix: string): Promise<Map<string, StoredCell>> {
  const { results } = await db
    .prepare(`SELECT cut, counts, version FROM cell WHERE generation = ${ACTIVE} AND cut >= ?1 AND cut < ?2`)
    .bind(prefix, `${prefix}\u{10ffff}`)
    .all<CellRow>();
  return parseCells(results);
}

/** The same, without what they count. */
export async function selectCutsByPrefix(db: Db, prefix: string, limit: number): Promise<string[]> {
  const { results } = await db
    .prepare(`SELECT cut FROM cell WHERE generation = ${ACTIVE} AND cut >= ?1 AND cut < ?2 ORDER BY cut LIMIT ?3`)
    .bind(prefix, `${prefix}\u{10ffff}`, limit)
    .all<{ cut: string }>();
  return results.map(({ cut }) => cut);
}

function parseCells(rows: readonly CellRow[]): Map<string, StoredCell> {
  return new Map(rows.map(({ cut, counts, version }) => [cut, { ...parseCell(counts), version }]));
}

/** Below 2^53, so that it stays the same number everywhere. */
const NEW_VERSION = 'abs(random() % 4503599627370496)';

/** Adds to the counts inside the database, so that uploads of different machines never disturb each other. */
export function addToCells(db: Db, deltas: readonly CellDelta[]): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO cell (generation, cut, counts, version)
         SELECT generation, cut, json_group_object(key, n ORDER BY key) FILTER (WHERE n <> 0), ${NEW_VERSION} FROM (
           SELECT generation, cut, key, sum(n) AS n FROM (
             SELECT value ->> 0 AS generation, value ->> 1 AS cut, value ->> 2 AS key, value ->> 3 AS n FROM json_each(?1)
             UNION ALL
             SELECT cell.generation, cell.cut, counted.key, counted.value
             FROM (SELECT DISTINCT value ->> 0 AS generation, value ->> 1 AS cut FROM json_each(?1)) AS touched
             JOIN cell ON cell.generation = touched.generation AND cell.cut = touched.cut
             JOIN json_each(cell.counts) AS counted)
           GROUP BY generation, cut, key)
         WHERE true GROUP BY generation, cut
         ON CONFLICT DO UPDATE SET counts = excluded.counts, version = excluded.version`,
    )
    .bind(JSON.stringify(deltas));
}

/** Deletes those of some cells in which nothing is counted any more. */
export function deleteEmptyCells(
  db: Db,
  cells: readonly { readonly generation: number; readonly cut: string }[],
): D1PreparedStatement {
  return db
    .prepare(
      `DELETE FROM cell
       WHERE (generation, cut) IN (SELECT value ->> 0, value ->> 1 FROM json_each(?1)) AND counts = '{}'`,
    )
    .bind(JSON.stringify(cells.map(({ generation, cut }) => [generation, cut])));
}
