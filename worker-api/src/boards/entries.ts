import { metricOf, type BoardRow, type MetricId } from '@opfsmark/schema/boards';
import { estimateMedian } from './buckets.ts';
import type { Cohort } from './cohort.ts';

/** A board's row without what depends on its neighbours. */
export type StoredRow = Omit<BoardRow, 'key' | 'rank' | 'tied'>;

/** A row and where it belongs: `sort` ascends from best to worst. */
export interface Placed {
  readonly sort: number;
  readonly row: StoredRow;
}

/** The row of a cohort on boards of a metric; `null` where nothing of that is confirmed. */
export function rowOf({ shown, metrics }: Cohort, runs: number, metric: MetricId): Placed | null {
  const own = metrics[metric];
  const estimate = own && estimateMedian(new Map(own.counts));
  if (!estimate) return null;
  const { value, low, high, votes } = estimate;
  const { slug, name, filesystem } = shown;
  const { run_id, p99_ns, ceiling } = own;
  return {
    sort: metricOf(metric).better === 'lower' ? value : -value,
    row: {
      subject: { slug, name },
      filesystem,
      ...{ value, low, high, p99_ns },
      ...(ceiling === undefined ? {} : { ceiling }),
      ...{ networks: votes, runs, run_id },
    },
  };
}
