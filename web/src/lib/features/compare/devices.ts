import type { CellSummary, DeviceView } from '@opfsmark/schema/api';
import { isMetricId, metricOf, sureInterval, type BoardLayout } from '@opfsmark/schema/boards';
import type { Figure } from '@opfsmark/schema/figures';
import type { Compared } from './compare.ts';

/** A device by the medians of its runs; `run_id` is its slug. */
export interface ComparedDevice extends Compared {
  readonly name: string;
  /** Networks that voted for the figure with the most votes. */
  readonly networks: number;
}

/** The layouts in which all of these devices were measured, in the order of the first one's. */
export function commonLayouts(devices: readonly DeviceView[]): BoardLayout[] {
  const [first, ...others] = devices.map(({ layouts }) => layouts.map(({ layout }) => layout));
  return (first ?? []).filter((layout) => others.every((own) => own.includes(layout)));
}

function figureOf({ metric, unit, better, p50: value, low, high, networks }: CellSummary): Figure | null {
  // Points have no unit in which they could be said.
  if (!isMetricId(metric) || unit === 'points') return null;
  const { reads } = metricOf(metric);
  const read_from = reads === null ? null : reads === 'drive' ? 'drive' : 'cached';
  const interval = sureInterval({ value, low, high, votes: networks });
  return { id: metric, name: metric, unit, better, value, ...interval, p99_ns: null, read_from };
}

export function comparedDeviceOf({ slug, name, layouts }: DeviceView, layout: BoardLayout): ComparedDevice {
  const metrics = layouts.find((own) => own.layout === layout)?.metrics ?? [];
  return {
    run_id: slug,
    name,
    networks: Math.max(0, ...metrics.map(({ networks }) => networks)),
    figures: metrics.map(figureOf).filter((figure) => figure !== null),
  };
}
