import {
  bytesPerSecond,
  iops,
  latency,
  latencyPasses,
  median,
  type Direction,
  type JobResult,
  type Latency,
} from '@opfsmark/schema';
import { assertNever } from '../assert-never.ts';
import type { Unit } from '../format/units.ts';

/** What a cell of the grid shows, in the unit asked for. */
export interface Reading {
  readonly value: number;
  readonly low: number;
  readonly high: number;
  readonly loops: number;
}

function readingOf(values: readonly number[], scale: number): Reading | null {
  if (values.length === 0) return null;
  return {
    value: median(values) * scale,
    low: Math.min(...values) * scale,
    high: Math.max(...values) * scale,
    loops: values.length,
  };
}

/** The side whose calls a job's latency is told by; a mix is told by its reads. */
export function latencySide(direction: Direction): 'read' | 'write' {
  return direction === 'write' ? 'write' : 'read';
}

export function latencyOf(job: JobResult): Latency | null {
  return latency(latencyPasses(job), latencySide(job.direction));
}

/** Median over the loops, with the lowest and the highest; `null` before the first loop is done. */
export function reading(job: JobResult, unit: Unit): Reading | null {
  switch (unit) {
    case 'mbs':
      return readingOf(bytesPerSecond(job)?.values ?? [], 1e-6);
    case 'gbs':
      return readingOf(bytesPerSecond(job)?.values ?? [], 1e-9);
    case 'iops':
      return readingOf(iops(job)?.values ?? [], 1);
    case 'us': {
      const medians = latencyPasses(job).map((pass) => latency([pass], latencySide(job.direction))?.p50_ns ?? null);
      return readingOf(
        medians.filter((p50) => p50 !== null),
        1e-3,
      );
    }
    default:
      return assertNever(unit);
  }
}
