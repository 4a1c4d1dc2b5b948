import type { BoardRow } from '@opfsmark/schema';
import { decodeCursor, encodeCursor } from '../base/cursor.ts';
import type { Position, StoredEntry } from '../store/boards.ts';

/** Where a page begins: after which entry, and how ranking stood there. */
export interface Cursor extends Position {
  /** Entries before, rank of the group that the last of them is in, and the bounds of its first. */
  readonly count: number;
  readonly rank: number;
  readonly low: number;
  readonly high: number;
}

export const START: Cursor = { tier: -1, sort: 0, subject: '', count: 0, rank: 0, low: 0, high: 0 };

type StoredRow = Omit<BoardRow, 'rank' | 'tied' | 'provisional'>;

/**
 * Ranks of the entries of a page. An entry whose interval overlaps that of the best of its group shares the group's rank;
 * the next group's rank counts everybody before it (1, 1, 3). `next` is the entry after the page, if there is one.
 */
export function rankPage(
  entries: readonly StoredEntry[],
  next: StoredEntry | undefined,
  from: Cursor,
): { rows: BoardRow[]; end: Cursor } {
  let cursor = from;
  const ranked = entries.map((entry) => {
    const row = JSON.parse(entry.row) as StoredRow;
    cursor = advance(cursor, entry, row);
    return { row, rank: entry.tier === 0 ? cursor.rank : null };
  });
  const after = next?.tier === 0 ? advance(cursor, next, JSON.parse(next.row) as StoredRow).rank : null;
  const rows = ranked.map(({ row, rank }, i) => {
    const before = i === 0 ? (from.tier === 0 ? from.rank : null) : (ranked[i - 1]?.rank ?? null);
    const behind = i + 1 < ranked.length ? (ranked[i + 1]?.rank ?? null) : after;
    return { ...row, rank, tied: rank !== null && (rank === before || rank === behind), provisional: rank === null };
  });
  return { rows, end: cursor };
}

function advance(cursor: Cursor, entry: StoredEntry, row: StoredRow): Cursor {
  const position = { tier: entry.tier, sort: entry.sort, subject: entry.subject, count: cursor.count + 1 };
  const ties = cursor.count > 0 && row.low <= cursor.high && row.high >= cursor.low;
  if (ties) return { ...cursor, ...position };
  return { ...position, rank: cursor.count + 1, low: row.low, high: row.high };
}

export function writeCursor(cursor: Cursor): string {
  const { tier, sort, subject, count, rank, low, high } = cursor;
  return encodeCursor([tier, sort, subject, count, rank, low, high]);
}

export function readCursor(text: string): Cursor | null {
  const parts = decodeCursor(text, ['number', 'number', 'string', 'number', 'number', 'number', 'number']);
  if (!parts) return null;
  const [tier, sort, subject, count, rank, low, high] = parts as [
    number,
    number,
    string,
    number,
    number,
    number,
    number,
  ];
  return { tier, sort, subject, count, rank, low, high };
}
