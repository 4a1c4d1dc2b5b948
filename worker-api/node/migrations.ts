/**
 * Brings a database up to the newest migration, as wrangler does with D1, and looks afterwards whether it has just the tables that
 * the migrations make: a state that none fits is refused before anybody reads a wrong answer from it.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Wrangler's own table, so that a copy of this database goes on in an account and the other way round. */
const LEDGER = `CREATE TABLE IF NOT EXISTS d1_migrations (
  id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL
)`;

export interface Migration {
  readonly name: string;
  readonly sql: string;
}

export const readMigrations = (folder: string): Migration[] =>
  readdirSync(folder)
    .filter((name) => /^\d{4}_\w+\.sql$/.test(name))
    .toSorted()
    .map((name) => ({ name, sql: readFileSync(join(folder, name), 'utf8') }));

/** The state was made by a version whose tables this one does not know. */
export class UnknownStateError extends Error {}

function apply(sqlite: DatabaseSync, { name, sql }: Migration): void {
  sqlite.exec('BEGIN IMMEDIATE');
  try {
    sqlite.exec(sql);
    sqlite.prepare('INSERT INTO d1_migrations (name) VALUES (?)').run(name);
    sqlite.exec('COMMIT');
  } catch (error) {
    if (sqlite.isTransaction) sqlite.exec('ROLLBACK');
    throw error;
  }
}

/** Tables, indexes and triggers, as they were written. */
const schemaOf = (sqlite: DatabaseSync): string =>
  JSON.stringify(
    sqlite
      .prepare(
        `SELECT type, name, tbl_name, sql FROM sqlite_master
         WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND name NOT LIKE '\\_cf\\_%' ESCAPE '\\' AND name <> 'd1_migrations'
         ORDER BY type, name`,
      )
      .all(),
  );

/** Throws `UnknownStateError` where a database is not what these migrations make of an empty one. */
export function migrate(sqlite: DatabaseSync, migrations: readonly Migration[]): void {
  sqlite.exec(LEDGER);
  const rows = sqlite.prepare('SELECT name FROM d1_migrations ORDER BY id').all() as { name: string }[];
  const isBeginning = rows.every(({ name }, i) => migrations[i]?.name === name);
  if (!isBeginning) throw new UnknownStateError('It has migrations that this version does not know.');
  const expectThat = (applied: readonly Migration[]) => {
    const reference = new DatabaseSync(':memory:');
    for (const { sql } of applied) reference.exec(sql);
    if (schemaOf(sqlite) !== schemaOf(reference))
      throw new UnknownStateError('Its tables are others than its migrations make.');
    reference.close();
  };
  expectThat(migrations.slice(0, rows.length));
  for (const migration of migrations.slice(rows.length)) apply(sqlite, migration);
  if (rows.length < migrations.length) expectThat(migrations);
}
