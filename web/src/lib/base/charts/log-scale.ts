/** Whole decades around values: where a bar begins, and how long it can be. */
interface LogScale {
  readonly low: number;
  readonly high: number;
}

/** At least one decade, so that a bar never stands for nothing. */
export function logScaleOf(lows: readonly number[], highs: readonly number[]): LogScale {
  const first = Math.floor(Math.log10(Math.min(...lows)));
  const last = Math.ceil(Math.log10(Math.max(...highs)));
  return { low: 10 ** first, high: 10 ** Math.max(last, first + 1) };
}

/** Where a value lies, 0 to 1. */
export function placeOn({ low, high }: LogScale, value: number): number {
  return Math.min(1, Math.max(0, Math.log(value / low) / Math.log(high / low)));
}

/** Where a figure and its interval lie, as a bar takes it. */
export function placesOn(scale: LogScale, figure: { value: number; low: number; high: number }) {
  const { value, low, high } = figure;
  return { value: placeOn(scale, value), low: placeOn(scale, low), high: placeOn(scale, high) };
}

/** Where the decades between both ends lie. */
export function decadesOn({ low, high }: LogScale): number[] {
  const steps = Math.round(Math.log10(high / low));
  return Array.from({ length: Math.max(0, steps - 1) }, (_, step) => (step + 1) / steps);
}
