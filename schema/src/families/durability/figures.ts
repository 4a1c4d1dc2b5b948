import { median, sum } from '../../documents/stats.ts';
import { latency } from '../../figures/derive.ts';
import type { Figure, Origin } from '../../figures/figure.ts';
import { intervalOf, type MeasuredValue } from '../../figures/loops.ts';
import type { Family } from '../family.ts';
import { partOfPass } from '../iostat-part.ts';
import type { Described } from '../report.ts';
import { DURABILITY_MODES, durabilityFlushes, type DurabilityMode, durabilityPlan } from './plan.ts';
import { originOfWrites } from '../flushes.ts';
import type { DurabilityPlan, DurabilityResult } from './schema.ts';

interface DurabilityFigure {
  readonly mode: DurabilityMode;
  readonly bytesPerS: number;
  readonly interval: MeasuredValue;
  /** Against writes that are never flushed; `null` where those are missing. */
  readonly ratio: number | null;
  /** Mean time of a call, its flush included where every write has one. */
  readonly callNs: number;
  /** The ground of the figure: its loops, and how long they were measured together. */
  readonly loops: number;
  readonly measuredNs: number;
}

/** The way's bytes per second: medians over its loops, a flush at the end counted in. */
export function durabilityFigures(result: DurabilityResult): DurabilityFigure[] {
  const rates = (mode: DurabilityMode) =>
    result[mode]
      .filter((pass) => (pass.write?.bytes ?? 0) > 0)
      .map((pass) => ((pass.write?.bytes ?? 0) * 1e9) / pass.total_ns);
  const baseline = rates('none');
  return DURABILITY_MODES.flatMap((mode) => {
    const values = rates(mode);
    if (values.length === 0) return [];
    const bytesPerS = median(values);
    const sides = result[mode].flatMap((pass) => (pass.write ? [pass.write] : []));
    const ops = sides.reduce((total, side) => total + side.ops, 0);
    const callNs = sides.reduce((total, side) => total + side.busy_ns, 0) / ops;
    return [
      {
        mode,
        bytesPerS,
        interval: intervalOf(values, callNs),
        ratio: baseline.length === 0 ? null : bytesPerS / median(baseline),
        callNs,
        loops: values.length,
        measuredNs: sum(result[mode].map(({ total_ns }) => total_ns)),
      },
    ];
  });
}

/** Flushed writes that took less say little about how a drive flushes in the long run. */
const MIN_FLUSHED_NS = 2e9;

/** Whether the writes that were flushed one by one were measured too briefly. */
export function isFlushedBriefly(figures: readonly DurabilityFigure[]): boolean {
  return figures.some(({ mode, measuredNs }) => mode === 'each' && measuredNs < MIN_FLUSHED_NS);
}

/** Where the writes of a mode went. */
export function durabilityOrigin(
  run: Pick<Described<DurabilityPlan, DurabilityResult>, 'result' | 'environment'>,
  mode: DurabilityMode,
): Origin | null {
  return mode === 'none' ? 'buffered' : originOfWrites(run.environment, durabilityFlushes(run));
}

export const durabilityFamily = {
  ...durabilityPlan,
  flushes: durabilityFlushes,
  iostat: (result) =>
    DURABILITY_MODES.flatMap((mode) => result[mode].flatMap((pass) => partOfPass(`${mode} ${pass.loop}`, pass))),
  figures: (record) =>
    durabilityFigures(record.result).map(({ mode, interval }): Figure => ({
      id: mode,
      name: mode,
      unit: 'bytes_per_s',
      better: 'higher',
      direction: 'write',
      row: null,
      ...interval,
      p99_ns: latency(record.result[mode], 'write')?.p99_ns ?? null,
      origin: durabilityOrigin(record, mode),
    })),
} satisfies Family<DurabilityPlan, DurabilityResult>;
