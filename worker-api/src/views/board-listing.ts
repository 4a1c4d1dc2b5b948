import type { BoardParts, BoardRow, UnconfirmedRow } from '@opfsmark/schema/boards';
import type { Db } from '../base/env.ts';
import { readableMetrics } from '../boards/stored-metrics.ts';
import type { Position, RankedEntry } from '../boards/ranking.ts';
import { unconfirmedEntries, type PlacedEntry, type UnconfirmedEntry } from '../boards/unconfirmed.ts';
import { selectRecent, type RecentRun } from '../store/recent.ts';

/** What a board lists besides its ranked rows. */
export interface Listing {
  /** Subjects in their places by value, best first. */
  readonly unconfirmed: readonly UnconfirmedEntry[];
  /** Runs that have no place, newest first. */
  readonly placeless: readonly RecentRun[];
  /** When the newest of all these runs was published; 0 without any. */
  readonly newestMs: number;
}

/**
 * A run has a place where it may rank: it shows its evidence, and nothing about it looks wrong. Reads the listed runs of one
 * scope.
 *
 * @param heads what the board ranks
 * @param trustsAll runs without evidence have a place as well
 */
export async function readListing(
  db: Db,
  board: BoardParts,
  heads: readonly Position[],
  trustsAll: boolean,
): Promise<Listing> {
  const runs = await selectRecent(db, board);
  // Contenders of storage for apps are compared when they are read: a run has no row of its own there.
  const mayStand = ({ status, trust }: RecentRun) =>
    board.layout !== 'app-storage' && status === 'published' && (trust === 1 || trustsAll);
  const placed = runs.filter(mayStand).map((run) => ({ ...run, metrics: readableMetrics(run) }));
  const entries = unconfirmedEntries(placed, board);
  const ranked = new Set(heads.map(({ subject }) => subject));
  return {
    unconfirmed: entries.filter(({ subject }) => !ranked.has(subject)),
    placeless: runs.filter((run) => !mayStand(run)),
    newestMs: runs[0]?.created_ms ?? 0,
  };
}

type Placed = readonly PlacedEntry<RankedEntry, UnconfirmedEntry>[];

/** Those of a page that are not ranked, with their places. */
export function unconfirmedRows(placed: Placed): UnconfirmedRow[] {
  return placed.flatMap((one) =>
    one.isRanked ? [] : [{ key: one.entry.subject, ...one.entry.row, position: one.position }],
  );
}

/** The rows of a page where everything that is listed counts: the place by value is the rank. */
export function rankByPosition(ranked: readonly BoardRow[], placed: Placed): BoardRow[] {
  const known = new Map(ranked.map((row) => [row.key, row]));
  return placed.flatMap((one) => {
    const key = one.entry.subject;
    const row = one.isRanked ? known.get(key) : { key, ...one.entry.row };
    return row ? [{ ...row, rank: one.position, tied: false }] : [];
  });
}
