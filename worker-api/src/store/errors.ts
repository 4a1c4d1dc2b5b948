/**
 * Errors that D1 documents as transient: the network, a restart, or more work than it can do now. The same request may succeed
 * later. https://developers.cloudflare.com/d1/observability/debug-d1/
 */
const TRANSIENT = [
  'Network connection lost',
  'D1 DB is overloaded',
  'Cannot resolve D1 DB due to transient issue',
  "Can't read from request stream because client disconnected",
  'reset because its code was updated',
  'caused object to be reset',
  'exceeded its memory limit and was reset',
  'exceeded its CPU time limit and was reset',
  // Of SQLite on a server of one's own: a quota that is used up or a drive that fails, a program that holds the file, a drive that became
  // read-only or a file that was moved, and a process that may open no more files.
  'SQLITE_IOERR',
  'SQLITE_BUSY',
  'SQLITE_READONLY',
  'SQLITE_CANTOPEN',
];

/** Prefixes of every message of D1: D1_ERROR, D1_EXEC_ERROR, D1_TYPE_ERROR, D1_COLUMN_NOTFOUND. */
const D1_MESSAGE = /\bD1_(?:[A-Z]+_)*(?:ERROR|NOTFOUND)\b/;

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : '';
}

/** The database could not take the request now; asking again is right. */
export function isTransientError(error: unknown): boolean {
  const message = messageOf(error);
  return TRANSIENT.some((text) => message.includes(text));
}

/** The words of SQLite where its drive is full, and of D1 where its database is. */
const FULL = /database or disk is full|SQLITE_FULL|Exceeded maximum DB size/i;

/** There is no room to write. Reading goes on. */
export function isFullError(error: unknown): boolean {
  return FULL.test(messageOf(error));
}

/** The database refused a statement: a broken constraint or a mistake in SQL. Asking again changes nothing. */
export function isStatementError(error: unknown): boolean {
  return !isTransientError(error) && D1_MESSAGE.test(messageOf(error));
}

/** Another request changed the same cohort first: read again and try again. */
export function isLostRace(error: unknown): boolean {
  return messageOf(error).includes('cohort.version');
}

/** Its id was deleted meanwhile, its device or drive was merged into another, or a run like it was published: compare again. */
export function isRefusedRun(error: unknown): boolean {
  return messageOf(error).includes('NOT NULL constraint failed: run.run_id');
}

/** Somebody has used up the day. */
export function isBudgetError(error: unknown): boolean {
  return messageOf(error).includes('daily_budget');
}
