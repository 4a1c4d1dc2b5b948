/** The folder of a server of one's own: its database, its objects, and whose it is at the moment. */
import { existsSync, mkdirSync, renameSync, rmSync, statfsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { BUSY_MS, emptyLog, openSqlite } from './database.ts';
import { migrate, type Migration, UnknownStateError } from './migrations.ts';

/** Under which names a state keeps its two databases; a backup is a folder with the same two. */
const FILES = { database: 'database.sqlite', objects: 'objects.sqlite' } as const;

const LOCK = 'lock.sqlite';

/** How often the drive is asked for its room at most. */
const FREE_MS = 1000;

export interface State {
  readonly database: DatabaseSync;
  readonly objects: DatabaseSync;
  /** Bytes that are left on its drive. */
  readonly freeBytes: () => number;
  /** From then on nothing that was deleted is left in its files. */
  readonly emptyLogs: () => void;
  readonly close: () => void;
}

/** Somebody else has it open. */
export class StateInUseError extends Error {}

/** A file of it cannot be read or written; the message names it. */
export class BrokenStateError extends Error {}

const BUSY = 5;
/** SQLite's result codes for what is no mistake of a statement: it may not write, or cannot, or finds no database. */
const OF_THE_FILE = new Set([8, 10, 11, 13, 14, 26]);
const resultCodeOf = (error: unknown) => Number((error as { errcode?: unknown }).errcode) & 0xff;

/**
 * Makes a folder that only its owner reads: unlisted results, and keys by which tickets are signed and networks are known, are in it.
 * One that is there stays as it is. Folder by folder: where none can be made, as in /proc, Node.js would try for ever to make all.
 */
export function makeFolder(path: string): void {
  if (existsSync(path)) return;
  const parent = dirname(path);
  if (parent !== path) makeFolder(parent);
  mkdirSync(path, { mode: 0o700 });
}

/** Opens a file of a state by `use`, which is told apart from what it cannot do. */
function openFile(folder: string, name: string, use: (path: string) => DatabaseSync): DatabaseSync {
  try {
    return use(join(folder, name));
  } catch (error) {
    if (resultCodeOf(error) === BUSY) throw new StateInUseError('Another server uses it.', { cause: error });
    throw new BrokenStateError(`${name}: ${(error as Error).message}.`, { cause: error });
  }
}

/** Opens one of its files and begins something there, or leaves it closed. */
const openAndBegin = (
  folder: string,
  name: string,
  options: ConstructorParameters<typeof DatabaseSync>[1],
  sql: string,
) =>
  openFile(folder, name, (path) => {
    const sqlite = new DatabaseSync(path, options);
    try {
      sqlite.exec(sql);
    } catch (error) {
      sqlite.close();
      throw error;
    }
    return sqlite;
  });

/**
 * Held as long as the process lives, however it ends: SQLite's lock on a file of its own. It writes: a lock on a file that cannot be written
 * would hold nobody off.
 */
const lock = (folder: string) =>
  openAndBegin(
    folder,
    LOCK,
    { timeout: 0 },
    'PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; PRAGMA user_version = 1',
  );

/** Opens a state, new or old, and brings it up to date. Throws `UnknownStateError`, `StateInUseError` and `BrokenStateError`. */
export function openState(folder: string, migrations: readonly Migration[]): State {
  makeFolder(folder);
  if (existsSync(join(folder, 'v3'))) throw new UnknownStateError('It is of a preview that kept its data otherwise.');
  if (hasState(folder) && !existsSync(join(folder, FILES.objects))) {
    throw new BrokenStateError(`${FILES.objects}, with the documents of its results, is not there.`);
  }
  const opened = [lock(folder)];
  const close = () => {
    for (const sqlite of opened.toReversed()) sqlite.close();
  };
  const open = (name: string) => {
    const sqlite = openFile(folder, name, openSqlite);
    opened.push(sqlite);
    return sqlite;
  };
  let objects: DatabaseSync;
  let database: DatabaseSync;
  try {
    // In this order: where there is a database, there are its objects.
    objects = open(FILES.objects);
    database = open(FILES.database);
    migrate(database, migrations);
  } catch (error) {
    close();
    if (!OF_THE_FILE.has(resultCodeOf(error))) throw error;
    throw new BrokenStateError(`${FILES.database}: ${(error as Error).message}.`, { cause: error });
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
  const emptyLogs = () => {
    for (const sqlite of [database, objects]) emptyLog(sqlite);
  };
  return { database, objects, freeBytes: readFreeBytes, emptyLogs, close };
}

export const hasState = (folder: string): boolean => existsSync(join(folder, FILES.database));

/** What SQLite keeps beside a file; it would be taken for that of another one of the same name. */
const BESIDE = ['', '-wal', '-shm', '-journal'];

/** The files of a state, or of half of one, that are in the way there. */
export const filesOfState = (folder: string): string[] =>
  Object.values(FILES)
    .flatMap((name) => BESIDE.map((ending) => name + ending))
    .filter((name) => existsSync(join(folder, name)));

export const countResults = ({ database }: State): number => countIn(database, 'run');

const countIn = (sqlite: DatabaseSync, table: string): number =>
  (sqlite.prepare(`SELECT count(*) AS n FROM ${table}`).get() as { n: number }).n;

/** Throws where a copy is no whole database, or has nothing where there must be something; how many results are in it. */
function checkCopy(folder: string, name: string, path: string, isEmptyAllowed: boolean): number {
  let results = 0;
  openFile(folder, name, () => {
    // To be written, too: who may only read leaves files of the log beside it.
    const copy = new DatabaseSync(path);
    try {
      const found = copy.prepare('PRAGMA integrity_check(1)').get() as { integrity_check: string };
      if (found.integrity_check !== 'ok') throw new Error('it is damaged');
      const isEmpty = countIn(copy, 'sqlite_schema') === 0;
      if (isEmpty && !isEmptyAllowed) throw new Error('nothing is in it');
      if (name === FILES.database) results = countIn(copy, 'run');
      // With a log, it could be read only where that may be written: a backup may lie where nothing may.
      copy.exec('PRAGMA journal_mode = DELETE');
    } finally {
      copy.close();
    }
    return copy;
  });
  return results;
}

const UNFINISHED = '.unfinished';

/** A file as it is now, whatever is written from then on: a copy of it would else begin anew with each write, and beside a busy server never end. */
const openMoment = (folder: string, name: string) =>
  openAndBegin(folder, name, { readOnly: true, timeout: BUSY_MS }, 'BEGIN; SELECT 1 FROM sqlite_schema');

/**
 * Copies a state while a server uses it, as it is at one moment. The database comes first: a document is written before its row, so every
 * run of the copy has its document. Both have their names when both are whole, the database last, by which a state is known. Throws
 * `BrokenStateError`, also where it is stopped, and, where a server uses the folder, `StateInUseError`; nothing is left then.
 */
export async function backUp(from: string, to: string, stop?: AbortSignal): Promise<void> {
  try {
    makeFolder(to);
  } catch (error) {
    throw new BrokenStateError(`${(error as Error).message}.`, { cause: error });
  }
  // A server whose files somebody has moved away still writes there, and one may be started before the copy is whole.
  const isLocked = existsSync(join(to, LOCK));
  const opened = [lock(to)];
  const unfinished = (name: string) => join(to, name + UNFINISHED);
  let results = 0;
  try {
    const sources = [FILES.database, FILES.objects].map((name) => {
      const source = openMoment(from, name);
      opened.push(source);
      return { name, source };
    });
    for (const { name, source } of sources) {
      rmSync(unfinished(name), { force: true });
      try {
        await backup(source, unfinished(name), { progress: () => stop?.throwIfAborted() });
        // Small ones are copied at once.
        stop?.throwIfAborted();
      } catch (error) {
        throw new BrokenStateError(`${name}: ${(error as Error).message}.`, { cause: error });
      }
      // Without a result there need be no document.
      results = checkCopy(from, name, unfinished(name), name === FILES.objects && results === 0);
    }
    for (const name of [FILES.objects, FILES.database]) renameSync(unfinished(name), join(to, name));
  } finally {
    for (const name of Object.values(FILES)) rmSync(unfinished(name), { force: true });
    for (const sqlite of opened) sqlite.close();
    if (!isLocked) rmSync(join(to, LOCK), { force: true });
  }
}
