import { MIN_CROWD } from '@opfsmark/schema/answer';
import type { CellSummary } from '@opfsmark/schema/api';
import type { Board, BoardRow, BoardUnit, MetricId } from '@opfsmark/schema/boards';

/** Half a bucket of 2 %: what lies closer is neither faster nor slower. */
export const SAME = 1.01;

export interface Place {
  readonly networks: number;
  /** Share of the networks that are slower, those that are alike counted by half; `null` where there are too few. */
  readonly slower: number | null;
}

/** Where a result stands among results like it. */
export interface Standing {
  readonly metric: MetricId;
  readonly value: number;
  readonly unit: BoardUnit;
  readonly device: Place | null;
  readonly filesystem: Place | null;
  /** Of the device, on the board of devices. */
  readonly board: { readonly rank: number; readonly tied: boolean } | null;
  /** The same by value among all that is listed there, where the device has no rank; `unusual` waits for a place. */
  readonly listed: ListedPlace | 'unusual' | null;
  /** Of that board. */
  readonly href: string;
  /** What the device keeps up when it is written to for long: beside a run whose own writes are bursts. */
  readonly sustained: Sustained | null;
}

interface ListedPlace {
  /** From 1 at the best. */
  readonly position: number;
  /** With this result; `null` where the board has more pages. */
  readonly total: number | null;
}

/**
 * Where a value would stand on a board instead of what its device has there; `null` where it stands alone, or behind the
 * first page.
 */
export function placeOnBoard(board: Board, slug: string, value: number): Standing['listed'] {
  if (board.unusual?.some(({ subject }) => subject.slug === slug)) return 'unusual';
  const isBetter = (other: number) => (board.better === 'higher' ? other > value : other < value);
  const listed = [...board.rows, ...(board.unconfirmed ?? [])];
  const others = listed.filter(({ subject }) => subject.slug !== slug);
  const better = others.filter((other) => isBetter(other.value)).length;
  if (others.length === 0) return null;
  const total = board.total === undefined ? null : board.total - (listed.length - others.length) + 1;
  return total === null && better === others.length ? null : { position: better + 1, total };
}

export interface Sustained {
  readonly bytesPerS: number;
  readonly networks: number;
  readonly href: string;
}

export function sustainedIn(cells: readonly CellSummary[], href: string): Sustained | null {
  const cell = cells.find(({ metric }) => metric === 'sustained_write');
  return cell ? { bytesPerS: cell.p50, networks: cell.networks, href } : null;
}

export function placeIn(cells: readonly CellSummary[], metric: MetricId, value: number): Place | null {
  const cell = cells.find((own) => own.metric === metric);
  if (!cell) return null;
  const count = (isCounted: (other: number) => boolean) =>
    cell.buckets.filter((bucket) => isCounted(bucket.value)).reduce((sum, bucket) => sum + bucket.count, 0);
  const networks = count(() => true);
  if (networks < MIN_CROWD) return { networks, slower: null };
  const isAlike = (other: number) => other >= value / SAME && other <= value * SAME;
  const isSlower = (other: number) => (cell.better === 'higher' ? other < value : other > value);
  const slower = count((other) => isSlower(other) && !isAlike(other));
  return { networks, slower: (slower + count(isAlike) / 2) / networks };
}

export const rowOf = (rows: readonly BoardRow[], slug: string): BoardRow | null =>
  rows.find(({ subject }) => subject.slug === slug) ?? null;
