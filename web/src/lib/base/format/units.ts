import { MB_PER_S, unitOf } from '@opfsmark/schema/figures/units';

interface GridUnit {
  readonly label: string;
  /** Ends of the bar's logarithmic scale, in the unit itself: a memory card at the left, beyond any memory at the right. */
  readonly bar: readonly [low: number, high: number];
}

/** In what the grid is shown. */
const GRID_UNITS = {
  mbs: { label: MB_PER_S, bar: [1, 100_000] },
  gbs: { label: 'GB/s', bar: [0.001, 100] },
  iops: { label: unitOf('iops').symbol, bar: [10, 10_000_000] },
  us: { label: unitOf('ns').symbol, bar: [1, 1_000_000] },
} as const satisfies Readonly<Record<string, GridUnit>>;
export type Unit = keyof typeof GRID_UNITS;
export const UNITS = Object.keys(GRID_UNITS) as Unit[];

export function parseUnit(text: string | null): Unit {
  return UNITS.find((unit) => unit === text) ?? 'mbs';
}

export const unitLabel = (unit: Unit): string => GRID_UNITS[unit].label;

export const barRange = (unit: Unit): GridUnit['bar'] => GRID_UNITS[unit].bar;

/** Where a value lies on the bar, 0..1. */
export function barPosition(value: number, unit: Unit): number {
  const [low, high] = barRange(unit);
  if (!(value > low)) return 0;
  return Math.min(1, Math.log(value / low) / Math.log(high / low));
}
