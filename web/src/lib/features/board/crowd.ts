import type { CellSummary } from '@opfsmark/schema/api';
import { hillPath, MIN_CROWD, type Crowd, type RulerId } from '@opfsmark/schema/answer';
import type { MetricId } from '@opfsmark/schema/boards';
import { SAME } from './standing.ts';

interface Compared {
  readonly ruler: RulerId;
  readonly metric: MetricId;
  /** A ranked number in the unit of the ruler. */
  readonly inUnit: (value: number) => number;
}

/** The ranked number behind the first mark of each ruler. */
const COMPARED: readonly Compared[] = [
  { ruler: 'opens', metric: 'rnd4k_q1t1_read', inUnit: (iops) => iops },
  { ruler: 'moves', metric: 'seq1m_q8t1_read', inUnit: (bytesPerS) => bytesPerS / 1e6 },
  { ruler: 'saves', metric: 'rnd4k_q1t1_flush', inUnit: (ns) => 1e9 / ns },
];

/** Others on the rulers of a result; none where too few have published what it has measured. */
export function crowdsOf(cells: readonly CellSummary[], own: Readonly<Record<string, number>>): Crowd[] {
  return COMPARED.flatMap(({ ruler, metric, inUnit }) => {
    const cell = cells.find((one) => one.metric === metric);
    const value = own[metric];
    if (!cell || value === undefined) return [];
    const values = cell.buckets.map((bucket) => ({ value: inUnit(bucket.value), count: bucket.count }));
    const sum = (counted: typeof values) => counted.reduce((total, { count }) => total + count, 0);
    const networks = sum(values);
    if (networks < MIN_CROWD) return [];
    const slower = sum(values.filter((other) => other.value * SAME < inUnit(value)));
    return [{ ruler, networks, slower, hill: hillPath(ruler, values) }];
  });
}
