/** Header that names a state of the database. A write answers with it; a read that sends it sees at least that state. */
export const BOOKMARK = 'x-d1-bookmark';

/** As D1 writes them: groups of hexadecimal digits. */
export const BOOKMARK_PATTERN = /^[0-9a-f]{1,64}(?:-[0-9a-f]{1,64}){0,7}$/;
