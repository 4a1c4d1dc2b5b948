import type { CellSummary } from '@opfsmark/schema/api';
import { hillPath, MIN_CROWD, type Crowd, type RulerId } from '@opfsmark/schema/answer';
import type { MetricId } from '@opfsmark/schema/boards';
import { SAME } from './standing.ts';

interface Compared {
  readonly ruler: RulerId;
  readonly metric: MetricId;
  /** What one of the ruler's unit is in that of the number. */
  readonly per: number;
}

/** The ranked number behind the first mark of a ruler. None of saves: a flush means something else in another browser. */
const COMPARED: readonly Compared[] = [
  { ruler: 'opens', metric: 'rnd4k_q1t1_read', per: 1 },
  { ruler: 'moves', metric: 'seq1m_q8t1_read', per: 1e6 },
];

/** Others on the rulers of a result; none where too few have published what it has measured. */
export function crowdsOf(cells: readonly CellSummary[], own: Readonly<Record<string, number>>): Crowd[] {
  return COMPARED.flatMap(({ ruler, metric, per }) => {
    const cell = cells.find((one) => one.metric === metric);
    const value = own[metric];
    if (!cell || value === undefined) return [];
    const values = cell.buckets.map((bucket) => ({ value: bucket.value / per, count: bucket.count }));
    const sum = (counted: typeof values) => counted.reduce((total, { count }) => total + count, 0);
    const networks = sum(values);
    if (networks < MIN_CROWD) return [];
    const slower = sum(values.filter((other) => other.value * SAME < value / per));
    return [{ ruler, networks, slower, hill: hillPath(ruler, values) }];
  });
}
