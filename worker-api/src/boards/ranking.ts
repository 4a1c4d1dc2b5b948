import type { BoardRow } from '@opfsmark/schema/boards';
import type { CursorParts } from '../base/cursor-parts.ts';
import type { StoredRow } from './entries.ts';

/** Where an entry stands on its board. */
export interface Position {
  readonly sort: number;
  readonly subject: string;
}

export interface StoredEntry extends Position {
  /** JSON of a `StoredRow` */
  readonly row: string;
  readonly refreshed_ms: number;
}

/** Where a page begins: after which entry, and the group of tied entries there. */
export interface PageCursor extends Position {
  /** Entries before the page. */
  readonly count: number;
  /** Rank of the group that the last of them belongs to, and the interval of the group's first entry. */
  readonly rank: number;
  readonly low: number;
  readonly high: number;
}

export const FIRST_PAGE: PageCursor = { sort: -Number.MAX_VALUE, subject: '', count: 0, rank: 0, low: 0, high: 0 };

/**
 * Ranks the entries of a page. An entry whose interval overlaps that of the first of its group shares the group's rank; the
 * next group's rank counts everybody before it (1, 1, 3).
 *
 * @param next the entry after the page, if there is one: it may tie with the last
 */
export function rankPage(
  entries: readonly StoredEntry[],
  next: StoredEntry | undefined,
  from: PageCursor,
): { rows: BoardRow[]; end: PageCursor } {
  let cursor = from;
  const ranked = entries.map((entry) => {
    const row = JSON.parse(entry.row) as StoredRow;
    cursor = advance(cursor, entry, row);
    return { key: entry.subject, row, rank: cursor.rank };
  });
  const rankAfter = next ? advance(cursor, next, JSON.parse(next.row) as StoredRow).rank : null;
  const rows = ranked.map(({ key, row, rank }, i) => {
    const before = i === 0 ? from.rank : ranked[i - 1]?.rank;
    const after = i + 1 < ranked.length ? ranked[i + 1]?.rank : rankAfter;
    return { key, ...row, rank, tied: rank === before || rank === after };
  });
  return { rows, end: cursor };
}

function advance(cursor: PageCursor, entry: StoredEntry, row: StoredRow): PageCursor {
  const position = { sort: entry.sort, subject: entry.subject, count: cursor.count + 1 };
  const isTied = cursor.count > 0 && row.low <= cursor.high && row.high >= cursor.low;
  if (isTied) return { ...cursor, ...position };
  return { ...position, rank: cursor.count + 1, low: row.low, high: row.high };
}

export const CURSOR_TYPES = ['number', 'string', 'number', 'number', 'number', 'number'] as const;

export function cursorParts({ sort, subject, count, rank, low, high }: PageCursor): CursorParts {
  return [sort, subject, count, rank, low, high];
}

/** The position that a cursor's parts name; `null` where they are others. */
export function positionOf(parts: CursorParts): PageCursor | null {
  const [sort, subject, count, rank, low, high] = parts;
  if (typeof sort !== 'number' || typeof subject !== 'string' || typeof count !== 'number') return null;
  if (typeof rank !== 'number' || typeof low !== 'number' || typeof high !== 'number') return null;
  return { sort, subject, count, rank, low, high };
}
