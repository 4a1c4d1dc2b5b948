/** The folder of a server of one's own: its database, its objects, and whose it is at the moment. */
import { existsSync, mkdirSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { openSqlite } from './database.ts';
import { migrate, type Migration, UnknownStateError } from './migrations.ts';

/** Under which names a state keeps its two databases; a backup is a folder with the same two. */
const FILES = { database: 'database.sqlite', objects: 'objects.sqlite' } as const;

/** How often the drive is asked for its room at most. */
const FREE_MS = 1000;

export interface State {
  readonly database: DatabaseSync;
  readonly objects: DatabaseSync;
  /** Bytes that are left on its drive. */
  readonly freeBytes: () => number;
  readonly close: () => void;
}

/** Somebody else has it open. */
export class StateInUseError extends Error {}

/** Held as long as the process lives, however it ends: SQLite's lock on a file of its own. */
function lock(folder: string): DatabaseSync {
  const sqlite = new DatabaseSync(join(folder, 'lock.sqlite'), { timeout: 0 });
  try {
    sqlite.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
    return sqlite;
  } catch (error) {
    sqlite.close();
    throw new StateInUseError('Another server uses it.', { cause: error });
  }
}

/** Opens a state, new or old, and brings it up to date. Throws `UnknownStateError` and `StateInUseError`. */
export function openState(folder: string, migrations: readonly Migration[]): State {
  mkdirSync(folder, { recursive: true });
  if (existsSync(join(folder, 'v3'))) throw new UnknownStateError('It is of a preview that kept its data otherwise.');
  const held = lock(folder);
  const database = openSqlite(join(folder, FILES.database));
  const objects = openSqlite(join(folder, FILES.objects));
  const close = () => {
    for (const sqlite of [database, objects, held]) sqlite.close();
  };
  try {
    migrate(database, migrations);
  } catch (error) {
    close();
    throw error;
  }
  let freeBytes = 0;
  let askedMs = -Infinity;
  const readFreeBytes = () => {
    if (performance.now() - askedMs > FREE_MS) {
      const { bavail, bsize } = statfsSync(folder);
      [freeBytes, askedMs] = [bavail * bsize, performance.now()];
    }
    return freeBytes;
  };
  return { database, objects, freeBytes: readFreeBytes, close };
}

export const hasState = (folder: string): boolean => existsSync(join(folder, FILES.database));

export const countResults = ({ database }: State): number =>
  (database.prepare('SELECT count(*) AS n FROM run').get() as { n: number }).n;

/**
 * Copies a state while a server uses it. The database comes first: a document is written before its row, so every run of the
 * copy has its document in the copy of the objects that is made after it.
 */
export async function backUp(from: string, to: string): Promise<void> {
  mkdirSync(to, { recursive: true });
  for (const name of [FILES.database, FILES.objects]) {
    const source = new DatabaseSync(join(from, name), { readOnly: true });
    try {
      await backup(source, join(to, name));
    } finally {
      source.close();
    }
  }
}
