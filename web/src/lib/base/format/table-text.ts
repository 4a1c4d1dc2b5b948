import type { Format } from './format.ts';

export const NOTHING = '–';

/** A number that may not be there. */
export const orDash = (value: number | null, show: (value: number) => string) =>
  value === null ? NOTHING : show(value);

export const mbs = (format: Format, bytesPerS: number | null) =>
  orDash(bytesPerS, (value) => format.number(value / 1e6));
