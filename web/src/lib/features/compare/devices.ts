import type { MarkId, Ruler, RulerId } from '@opfsmark/schema/answer';
import type { CellSummary, ModelView } from '@opfsmark/schema/api';
import { isMetricId, metricOf, sureInterval, type BoardLayout, type MetricId } from '@opfsmark/schema/boards';
import type { MeasuredValue } from '@opfsmark/schema/figures';
import { rulersWith, type Compared, type ComparedFigure, type FigureLimit, type Scores } from './compare.ts';

/** A device by the medians of its runs; `run_id` is its slug. */
export interface ComparedDevice extends Compared {
  readonly name: string;
  /** Providers that have measured the figure that most have. */
  readonly providers: number;
}

/** The layouts in which all of these devices were measured, in the order of the first one's. */
export function commonLayouts(devices: readonly ModelView[]): BoardLayout[] {
  const measuredLayouts = devices.map(({ layouts }) => layouts.filter(({ metrics }) => metrics.length > 0));
  const [first, ...others] = measuredLayouts.map((layouts) => layouts.map(({ layout }) => layout));
  return (first ?? []).filter((layout) => others.every((layouts) => layouts.includes(layout)));
}

/** Writes without a flush are memory's, and folders and stores are measured with all that lies between. */
function limitOf(metric: MetricId): FigureLimit {
  const { reads, layouts, isBuffered } = metricOf(metric);
  if (reads !== null) return reads === 'drive' ? 'drive' : 'memory';
  if (layouts.includes('picked-folder') || layouts.includes('app-storage')) return 'system';
  return isBuffered ? 'memory' : 'drive';
}

const measuredOf = ({ p50: value, low, high, providers }: CellSummary): MeasuredValue => ({
  value,
  ...sureInterval({ value, low, high, providers }),
});

function figureOf(cell: CellSummary): ComparedFigure | null {
  const { metric, unit, better } = cell;
  // Points have no unit in which they could be said.
  if (!isMetricId(metric) || unit === 'points') return null;
  const { reads, row } = metricOf(metric);
  const origin = reads === null ? null : reads === 'drive' ? 'drive' : 'memory';
  const direction = reads === null ? 'write' : 'read';
  const head = { id: metric, name: metric, unit, better, direction, row, p99_ns: null, origin } as const;
  return { ...head, ...measuredOf(cell), limit: limitOf(metric) };
}

const MB = 1e6;
const scaled = ({ value, low, high }: MeasuredValue, by: number): MeasuredValue => ({
  value: value / by,
  low: low / by,
  high: high / by,
});
/** From the time of one to how many fit into a second. */
const perSecond = ({ value, low, high }: MeasuredValue): MeasuredValue => ({
  value: 1e9 / value,
  low: 1e9 / high,
  high: 1e9 / low,
});

/** Metrics that stand on the rulers of the grid. */
const MARKS: readonly {
  readonly ruler: RulerId;
  readonly mark: MarkId;
  readonly metric: MetricId;
  readonly as: (measurement: MeasuredValue) => MeasuredValue;
}[] = [
  { ruler: 'opens', mark: 'small_read', metric: 'rnd4k_q1t1_read', as: (measurement) => measurement },
  { ruler: 'moves', mark: 'large_read', metric: 'seq1m_q8t1_read', as: (measurement) => scaled(measurement, MB) },
  { ruler: 'moves', mark: 'large_write', metric: 'seq1m_q8t1_write', as: (measurement) => scaled(measurement, MB) },
  { ruler: 'saves', mark: 'save', metric: 'rnd4k_q1t1_flush', as: perSecond },
];

const rulersOf = (cells: readonly CellSummary[]): Ruler[] =>
  rulersWith(MARKS, ({ metric, as }) => {
    const cell = cells.find((summary) => summary.metric === metric);
    return cell && cell.p50 > 0 ? as(measuredOf(cell)) : null;
  });

function scoresOf(cells: readonly CellSummary[]): Scores {
  const of = (metric: MetricId) => cells.find((summary) => summary.metric === metric)?.p50;
  const [drive, app_feel] = [of('drive_score'), of('app_feel_score')];
  return { ...(drive !== undefined && { drive }), ...(app_feel !== undefined && { app_feel }) };
}

export function comparedDeviceOf({ slug, name, layouts }: ModelView, layout: BoardLayout): ComparedDevice {
  const metrics = layouts.find((candidate) => candidate.layout === layout)?.metrics ?? [];
  return {
    run_id: slug,
    names: [name],
    name,
    providers: Math.max(0, ...metrics.map(({ providers }) => providers)),
    figures: metrics.map(figureOf).filter((figure) => figure !== null),
    rulers: rulersOf(metrics),
    scores: scoresOf(metrics),
    clock_step_ns: null,
    warnings: [...new Set(metrics.flatMap((cell) => cell.warnings ?? []))],
  };
}
