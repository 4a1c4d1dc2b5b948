import { DatabaseSync } from 'node:sqlite';
import { bucketFile, databaseFile } from '../tools/local-service.ts';
import type { Size } from './fill.ts';

export interface TableSize {
  readonly table: string;
  readonly rows: number;
  /** Of the table and of its indexes, in whole pages. */
  readonly bytes: number;
  readonly indexBytes: number;
}

/** The tables of a database file, largest first. Call it while no service uses the file. */
function tableSizes(state: string): TableSize[] {
  const db = new DatabaseSync(databaseFile(state), { readOnly: true });
  const found = db
    .prepare(
      `SELECT s.tbl_name AS name, sum(CASE WHEN s.type = 'table' THEN d.pgsize ELSE 0 END) AS own,
              sum(CASE WHEN s.type = 'index' THEN d.pgsize ELSE 0 END) AS indexes
       FROM dbstat AS d JOIN sqlite_schema AS s ON s.name = d.name
       WHERE s.tbl_name NOT LIKE '\\_cf%' ESCAPE '\\' GROUP BY s.tbl_name`,
    )
    .all();
  const sizes = found.map(({ name, own, indexes }) => {
    const rows = db.prepare(`SELECT count(*) AS n FROM "${String(name)}"`).get();
    return { table: String(name), rows: Number(rows?.['n']), bytes: Number(own), indexBytes: Number(indexes) };
  });
  db.close();
  return sizes.toSorted((a, b) => b.bytes + b.indexBytes - a.bytes - a.indexBytes);
}

export interface Sizes {
  readonly bytesPerRun: number;
  readonly bytesPerMachine: number;
  readonly databaseBytes: number;
}

/** Prints the tables, and what a run and a machine take: a run its row, a machine its cohorts and lists. */
export function printSizes(state: string, { runs, machines }: Size): Sizes {
  const tables = tableSizes(state);
  for (const { table, rows, bytes, indexBytes } of tables.filter((one) => one.rows > 0)) {
    const perRow = Math.round((bytes + indexBytes) / rows);
    console.log(
      `${table.padEnd(14)} ${String(rows).padStart(9)} rows ${mb(bytes)} MB + ${mb(indexBytes)} MB of indexes  ${perRow} per row`,
    );
  }
  const totalOf = (names: readonly string[]) =>
    tables
      .filter(({ table }) => names.includes(table))
      .reduce((sum, { bytes, indexBytes }) => sum + bytes + indexBytes, 0);
  return {
    bytesPerRun: totalOf(['run']) / runs,
    bytesPerMachine: totalOf(['cohort', 'list', 'device']) / machines,
    databaseBytes: tables.reduce((sum, { bytes, indexBytes }) => sum + bytes + indexBytes, 0),
  };
}

/** Of the documents in the bucket. Call it while no service uses the file. */
export function meanDocumentBytes(state: string): number {
  const bucket = new DatabaseSync(bucketFile(state), { readOnly: true });
  const documents = bucket.prepare('SELECT avg(size) AS bytes FROM _mf_objects').get();
  bucket.close();
  return Number(documents?.['bytes']);
}

const mb = (bytes: number) => (bytes / 1e6).toFixed(1).padStart(8);
