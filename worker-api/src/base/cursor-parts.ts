/** Where the next page begins; `cursor.ts` makes opaque text of it. */
export type CursorParts = readonly (string | number)[];
