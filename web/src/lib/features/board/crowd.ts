import type { CellSummary } from '@opfsmark/schema/api';
import { hillPath, MIN_CROWD, type Crowd, type RulerId } from '@opfsmark/schema/answer';
import { largeRowOf, smallRowOf } from '@opfsmark/schema/answer/of';
import { isMetricId, type MetricId } from '@opfsmark/schema/boards';
import type { FamilyId, FamilyRecord, RunRecord } from '@opfsmark/schema/families';
import { SAME } from './standing.ts';

/** The ranked number behind the first mark of a ruler. */
interface Compared {
  readonly ruler: RulerId;
  readonly metric: MetricId;
  /** What one of the ruler's unit is in that of the number. */
  readonly per: number;
  readonly value: number;
}

/** The numbers of a run that can be compared: reads of the rows on its rulers. None of saves: a flush differs by browser. */
export function comparedOf(record: RunRecord, own: Readonly<Record<string, number>>): readonly Compared[] {
  // A record is given to the function of its own family.
  return (COMPARED[record.family] as ComparedOf<FamilyId>)(record, own);
}

type ComparedOf<Id extends FamilyId> = (
  record: FamilyRecord<Id>,
  own: Readonly<Record<string, number>>,
) => readonly Compared[];

const nothing = () => [];

const COMPARED: { readonly [Id in FamilyId]: ComparedOf<Id> } = {
  matrix: comparedOfGrid,
  stutter: nothing,
  'small-files': nothing,
  'block-sweep': nothing,
  'queue-sweep': nothing,
  durability: nothing,
  sustained: nothing,
  database: nothing,
  'app-storage': nothing,
  'picked-folder': nothing,
  'picked-file': nothing,
};

function comparedOfGrid({ plan: { rows } }: FamilyRecord<'matrix'>, own: Readonly<Record<string, number>>): Compared[] {
  const shown = [
    { ruler: 'opens', row: smallRowOf(rows), per: 1 },
    { ruler: 'moves', row: largeRowOf(rows), per: 1e6 },
  ] as const;
  return shown.flatMap(({ ruler, row, per }) => {
    const metric = `${row}_read`;
    const value = own[metric];
    return isMetricId(metric) && value !== undefined ? [{ ruler, metric, per, value }] : [];
  });
}

/** All networks on the rulers of a result; none where too few have published what it has measured. */
export function crowdsOf(cells: readonly CellSummary[], compared: readonly Compared[]): Crowd[] {
  return compared.flatMap(({ ruler, metric, per, value }) => {
    const cell = cells.find((one) => one.metric === metric);
    if (!cell) return [];
    const values = cell.buckets.map((bucket) => ({ value: bucket.value / per, count: bucket.count }));
    const sum = (counted: typeof values) => counted.reduce((total, { count }) => total + count, 0);
    const networks = sum(values);
    if (networks < MIN_CROWD) return [];
    const slower = sum(values.filter((other) => other.value * SAME < value / per));
    return [{ ruler, networks, slower, hill: hillPath(ruler, values) }];
  });
}
