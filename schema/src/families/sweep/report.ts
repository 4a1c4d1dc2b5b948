import type { Direction } from '../../documents/checks.ts';
import { headlineFigure } from '../../figures/derive.ts';
import { amount } from '../../figures/figure.ts';
import {
  NO_REPORT,
  type Chart,
  type CommonWords,
  type Described,
  type FamilyReport,
  phrase,
  type Phrase,
  type Series,
  testOf,
  type Translation,
} from '../report.ts';
import type en from './en.ts';
import { KNEE, kneeOf, sweepOrigin, sweepPoints, type SweepPoint } from './figures.ts';
import type { SweepPlan, SweepResult } from './schema.ts';
import { sweepRows } from './rows.ts';

export { default as english } from './en.ts';

export function report(
  run: Described<SweepPlan, SweepResult>,
  words: Translation<typeof en>,
  common: CommonWords,
): FamilyReport {
  const { plan, result } = run;
  const points = sweepPoints(result);
  if (points.length === 0) return NO_REPORT;
  const byBlock = plan.family === 'block-sweep';
  const [figure, unit] = byBlock ? (['bytesPerS', 'bytes_per_s'] as const) : (['iops', 'iops'] as const);
  const axis = byBlock ? words.block : words.queues;
  const originOf = (direction: Direction) => sweepOrigin(run, direction);
  const sideOf = (direction: Direction) => (direction === 'read' ? 'read' : 'write');
  const directionName = (direction: Direction) => common[sideOf(direction)];
  const placeOf = ({ row }: Pick<SweepPoint, 'row'>) =>
    byBlock ? amount(row.block_bytes, 'block_bytes') : `Q${row.queues}`;
  const rows = sweepRows(plan);
  const places = rows.map((row) => placeOf({ row }));
  const isAt = (row: SweepPoint['row']) => (point: SweepPoint) =>
    point.row.block_bytes === row.block_bytes && point.row.queues === row.queues;
  const pointsOf = (direction: Direction) => points.filter((point) => point.direction === direction);

  const seriesOf = (of: (point: SweepPoint) => number | null, percentile?: string): Series[] =>
    plan.directions.map((direction) => ({
      name: percentile === undefined ? directionName(direction) : `${directionName(direction)}, ${percentile}`,
      colour: sideOf(direction),
      origin: originOf(direction),
      values: rows.map((row) => {
        const point = pointsOf(direction).find(isAt(row));
        return point ? of(point) : null;
      }),
    }));

  const knees = (direction: Direction): Phrase[] => {
    const found = kneeOf(plan, pointsOf(direction), figure);
    if (!found) return [];
    const { best, knee } = found;
    return [
      phrase(knee === best ? words.peak : words.knee, {
        direction: directionName(direction),
        best: amount(best[figure] ?? 0, unit),
        at: placeOf(best),
        share: amount(KNEE, 'share'),
        knee: placeOf(knee),
      }),
    ];
  };
  const reads = plan.directions.filter((direction) => direction === 'read').flatMap(knees);
  const latencies: Chart = {
    kind: 'lines',
    tab: 'latency',
    title: words.latencyByQueue,
    places,
    axis,
    unit: 'call_ns',
    isLogarithmic: true,
    series: [
      ...seriesOf(({ p50Ns }) => p50Ns, common.p50),
      ...seriesOf(({ p99Ns }) => p99Ns, common.p99).map((series) => ({ ...series, isDashed: true })),
    ],
  };

  return {
    lead: plan.directions.filter((direction) => direction !== 'read').flatMap(knees),
    // Memory's, as far as anyone knows: never said first, and never without saying so.
    hints: reads.length > 0 && originOf('read') !== 'drive' ? [...reads, phrase(words.cached)] : reads,
    parts: [
      {
        kind: 'lines',
        title: byBlock ? words.byBlock : words.byQueue,
        places,
        axis,
        unit,
        isLogarithmic: true,
        series: seriesOf((point) => point[figure]),
      },
      ...(byBlock ? [] : [latencies]),
      {
        kind: 'table',
        tab: 'figures',
        caption: common.figures,
        words: 2,
        columns: [
          { name: axis },
          { name: common.direction },
          { unit: 'bytes_per_s' },
          { unit: 'iops' },
          { name: common.p50 },
          { name: common.p99 },
          { name: common.workers },
        ],
        rows: points.map((point) => {
          const origin = originOf(point.direction);
          return [
            placeOf(point),
            directionName(point.direction),
            amount(point.bytesPerS, 'bytes_per_s', origin),
            amount(point.iops, 'iops', origin),
            amount(point.p50Ns, 'call_ns', origin),
            amount(point.p99Ns, 'call_ns', origin),
            amount(point.workers, 'count'),
          ];
        }),
      },
    ],
    tests: result.jobs.flatMap((job) =>
      testOf(job, headlineFigure(job.direction), { origin: originOf(job.direction) }),
    ),
  };
}
