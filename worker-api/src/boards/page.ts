import type { BoardRow } from '@opfsmark/schema';
import type { Position, StoredEntry } from '../db/boards.ts';

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
  const after = next && next.tier === 0 ? advance(cursor, next, JSON.parse(next.row) as StoredRow).rank : null;
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

export function encodeCursor(cursor: Cursor): string {
  const { tier, sort, subject, count, rank, low, high } = cursor;
  const text = JSON.stringify([tier, sort, subject, count, rank, low, high]);
  return new TextEncoder().encode(text).toBase64({ alphabet: 'base64url', omitPadding: true });
}

/** `null` for a text that is no cursor. It decides only where reading begins, so it needs no signature. */
export function decodeCursor(text: string): Cursor | null {
  try {
    const bytes = Uint8Array.fromBase64(text, { alphabet: 'base64url' });
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
    if (!Array.isArray(value) || value.length !== 7) return null;
    const [tier, sort, subject, count, rank, low, high] = value as unknown[];
    const numbers = [tier, sort, count, rank, low, high].filter((n) => typeof n === 'number' && Number.isFinite(n));
    if (numbers.length !== 6 || typeof subject !== 'string') return null;
    const [t = 0, s = 0, n = 0, r = 0, l = 0, h = 0] = numbers as number[];
    return { tier: t, sort: s, subject, count: n, rank: r, low: l, high: h };
  } catch {
    return null;
  }
}
