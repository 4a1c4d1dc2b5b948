/** Two decades: up to here there is room for 2 and 5 of each. */
const FEW_DECADES = 2;

export interface LogBounds {
  readonly min: number;
  readonly max: number;
}

/** Whole decades around the values, so that an axis begins and ends at a number people read. */
export function logBounds(values: readonly (number | null)[]): LogBounds {
  const known = values.filter((value) => value !== null && value > 0) as number[];
  const low = Math.floor(Math.log10(Math.min(...known)));
  const high = Math.ceil(Math.log10(Math.max(...known)));
  if (known.length === 0) return { min: 1, max: 10 };
  return { min: 10 ** low, max: 10 ** Math.max(high, low + 1) };
}

/** Whether a tick of 1 to 9 of a decade is written: 1 always, 2 and 5 where there are few decades. */
export function isLogLabel(value: number, { min, max }: LogBounds): boolean {
  const first = Number((value / 10 ** Math.floor(Math.log10(value) + 1e-9)).toFixed(3));
  return first === 1 || ((first === 2 || first === 5) && Math.log10(max / min) <= FEW_DECADES);
}
