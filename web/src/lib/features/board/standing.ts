import { MIN_CROWD } from '@opfsmark/schema/answer';
import type { CellSummary } from '@opfsmark/schema/api';
import type { BoardRow, BoardUnit, MetricId } from '@opfsmark/schema/boards';

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
  readonly board: { readonly rank: number; readonly tied: boolean; readonly href: string } | null;
  /** What the device keeps up when it is written to for long: beside a run whose own writes are bursts. */
  readonly sustained: Sustained | null;
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
