import { hasEvidence, usefulDigits, type Direction } from '@opfsmark/schema/documents';
import {
  bytesPerSecond,
  intervalOf,
  iops,
  latency,
  latencyPasses,
  leadingFigure,
  type CombinedJob,
  type JobFigure,
  type Summary,
} from '@opfsmark/schema/figures';
import { inClockSteps } from '@opfsmark/schema/figures/numbers';
import { assertNever } from '../assert-never.ts';
import type { Format } from '../format/format.ts';
import type { Unit } from '../format/units.ts';

/** The value of a cell of the grid, in the unit asked for. */
interface Reading {
  readonly value: number;
  readonly low: number;
  readonly high: number;
  /** How many loops the interval is by. */
  readonly loops: number;
}

/** A figure without its unit. A latency is shown in whole steps of the clock: "≤ 5" for the first. */
export function figureText(value: number, unit: Unit, clockStepNs: number, format: Format): string {
  if (unit !== 'us') return format.number(value);
  const { ns, isBound } = inClockSteps(value * 1e3, clockStepNs);
  const us = ns / 1e3;
  const text = format.number(us, Number.isInteger(us) ? 0 : usefulDigits(us));
  return isBound ? `≤ ${text}` : text;
}

/** Which of the loops' values is shown large. CrystalDiskMark shows the best, AmorphousDiskMark the median. */
export const STATS = ['median', 'best', 'mean'] as const;
export type Stat = (typeof STATS)[number];

export function parseStat(text: string | null): Stat {
  return STATS.find((stat) => stat === text) ?? 'median';
}

type Rated = Pick<Summary, 'values' | 'counted' | 'interval'>;

function chosen({ values, interval }: Rated, stat: Stat, smallIsBest: boolean): number {
  switch (stat) {
    case 'median':
      return interval.value;
    case 'best':
      return smallIsBest ? Math.min(...values) : Math.max(...values);
    case 'mean':
      return values.reduce((sum, value) => sum + value, 0) / values.length;
    default:
      return assertNever(stat);
  }
}

function readingOf(of: Rated | null, scale: number, stat: Stat, smallIsBest = false): Reading | null {
  if (of === null) return null;
  const { low, high } = of.interval;
  return {
    value: chosen(of, stat, smallIsBest) * scale,
    low: low * scale,
    high: high * scale,
    loops: of.counted,
  };
}

/** The side whose calls a job's latency is told by; a mix is told by its reads. */
export function latencySide(direction: Direction): 'read' | 'write' {
  return direction === 'write' ? 'write' : 'read';
}

/** One figure over the loops, with the interval that it has everywhere; `null` before the first loop is done. */
export function reading(
  job: CombinedJob,
  unit: Unit,
  stat: Stat = 'median',
  figure: JobFigure = leadingFigure(job),
): Reading | null {
  switch (unit) {
    case 'mbs':
      return readingOf(bytesPerSecond(job, figure), 1e-6, stat);
    case 'gbs':
      return readingOf(bytesPerSecond(job, figure), 1e-9, stat);
    case 'iops':
      return readingOf(iops(job, figure), 1, stat);
    case 'us': {
      const [passes, side] = [latencyPasses(job, figure), latencySide(job.direction)];
      const times = latency(passes, side);
      if (!times || !hasEvidence(0.5, times.ops)) return null;
      const values = passes.flatMap((pass) => latency([pass], side)?.p50_ns ?? []);
      // The median of all calls, as everywhere: how far that of another run may lie is seen in those of the loops.
      const interval = intervalOf(values, times.p50_ns, job.runs, times.p50_ns);
      return readingOf({ values, counted: values.length, interval }, 1e-3, stat, true);
    }
    default:
      return assertNever(unit);
  }
}
