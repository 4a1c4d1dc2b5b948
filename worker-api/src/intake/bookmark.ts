/** Names a state of the database: a write answers with it, a read that is sent it sees at least that state. */
export const BOOKMARK = 'x-d1-bookmark';

/** As D1 writes them: groups of hexadecimal digits. */
export const BOOKMARK_PATTERN = /^[0-9a-f]{1,64}(?:-[0-9a-f]{1,64}){0,7}$/;

type D1Start = Parameters<D1Database['withSession']>[0];

/** Told to whoever has written, so that reading with it sees the write, whichever copy of the database is asked. */
export function bookmarkHeader(db: D1DatabaseSession): Record<string, string> {
  const bookmark = db.getBookmark();
  return bookmark === null ? {} : { [BOOKMARK]: bookmark };
}

/** From where a read begins; anywhere without a bookmark, `null` where it cannot be one. */
export function startOf(bookmark: string | undefined): NonNullable<D1Start> | null {
  if (bookmark === undefined) return 'first-unconstrained';
  return BOOKMARK_PATTERN.test(bookmark) ? bookmark : null;
}
