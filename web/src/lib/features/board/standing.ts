import type { CellSummary } from '@opfsmark/schema/api';
import type { BoardRow, BoardUnit } from '@opfsmark/schema/boards';
import { METRICS, type MetricChoice } from './query.ts';

/** Fewer machines say nothing about a place among them. */
export const MIN_MACHINES = 3;
/** Half a bucket of 2 %: what lies closer is neither faster nor slower. */
const SAME = 1.01;

export interface Place {
  readonly machines: number;
  /** Of the machines that are slower, those that are alike counted by half; `null` where there are too few. */
  readonly slower: number | null;
}

/** Where a result stands among like ones. */
export interface Standing {
  readonly metric: MetricChoice;
  readonly value: number;
  readonly unit: BoardUnit;
  readonly device: Place | null;
  readonly filesystem: Place | null;
  /** Of the device, on the board of devices; `rank` is `null` while it is provisional. */
  readonly board: { readonly rank: number | null; readonly tied: boolean; readonly href: string } | null;
}

const FIGURES: readonly MetricChoice['figure'][] = ['write', 'read', 'feel'];

/** The most telling figure of a run that is ranked; all of them are better when higher. */
export const metricOf = (metrics: Readonly<Record<string, number>>): MetricChoice | null =>
  METRICS.find(({ id, figure }) => FIGURES.includes(figure) && metrics[id] !== undefined) ?? null;

export function placeIn(cells: readonly CellSummary[] | undefined, metric: string, value: number): Place | null {
  const cell = cells?.find((own) => own.metric === metric);
  if (!cell) return null;
  const count = (within: (other: number) => boolean) =>
    cell.buckets.filter((bucket) => within(bucket.value)).reduce((sum, bucket) => sum + bucket.count, 0);
  const all = count(() => true);
  if (all < MIN_MACHINES) return { machines: all, slower: null };
  const slower = count((other) => other < value / SAME);
  const alike = count((other) => other >= value / SAME && other <= value * SAME);
  return { machines: all, slower: (slower + alike / 2) / all };
}

export const rowOf = (rows: readonly BoardRow[], slug: string): BoardRow | null =>
  rows.find(({ subject }) => subject.slug === slug) ?? null;
