import { BOOKMARK, BOOKMARK_PATTERN } from '@opfsmark/schema/api';
import { invalidParameter } from './problem.ts';

/** The header of an answer to a write. */
export function bookmarkHeader(db: D1DatabaseSession): Record<string, string> {
  const bookmark = db.getBookmark();
  return bookmark === null ? {} : { [BOOKMARK]: bookmark };
}

/** A session that reads from any copy of the database. */
export function readAnywhere(db: D1Database): D1DatabaseSession {
  return db.withSession('first-unconstrained');
}

/** A session that sees at least the state of a bookmark; any copy without one. Throws 400 for what is no bookmark. */
export function readFrom(db: D1Database, bookmark: string | undefined): D1DatabaseSession {
  if (bookmark === undefined) return readAnywhere(db);
  if (!BOOKMARK_PATTERN.test(bookmark)) throw invalidParameter(BOOKMARK, 'is no bookmark');
  return db.withSession(bookmark);
}
