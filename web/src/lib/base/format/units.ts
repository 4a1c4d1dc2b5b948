import { assertNever } from '../assert-never.ts';

/** In what the grid is shown. */
export const UNITS = ['mbs', 'gbs', 'iops', 'us'] as const;
export type Unit = (typeof UNITS)[number];

export function parseUnit(text: string | null): Unit {
  return UNITS.find((unit) => unit === text) ?? 'mbs';
}

export function unitLabel(unit: Unit): string {
  switch (unit) {
    case 'mbs':
      return 'MB/s';
    case 'gbs':
      return 'GB/s';
    case 'iops':
      return 'IOPS';
    case 'us':
      return 'µs';
    default:
      return assertNever(unit);
  }
}

/** Ends of the bar's logarithmic scale, in the unit itself: a memory card at the left, beyond any memory at the right. */
export function barRange(unit: Unit): readonly [low: number, high: number] {
  switch (unit) {
    case 'mbs':
      return [1, 100_000];
    case 'gbs':
      return [0.001, 100];
    case 'iops':
      return [10, 10_000_000];
    case 'us':
      return [1, 1_000_000];
    default:
      return assertNever(unit);
  }
}

/** Where a value lies on the bar, 0..1. */
export function barPosition(value: number, unit: Unit): number {
  const [low, high] = barRange(unit);
  if (!(value > low)) return 0;
  return Math.min(1, Math.log(value / low) / Math.log(high / low));
}
