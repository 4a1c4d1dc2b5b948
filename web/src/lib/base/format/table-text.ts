import type { Format } from './format.ts';

export const NOTHING = '–';

/** A number that may not be there. */
export const orDash = (value: number | null, show: (value: number) => string) =>
  value === null ? NOTHING : show(value);

export const mbs = (format: Format, bytesPerS: number | null) =>
  orDash(bytesPerS, (value) => format.number(value / 1e6));

/** "× 20.1" for what is more, "1/20.1" for what is less: small decimals say little. */
export const times = (format: Format, ratio: number | null) =>
  orDash(ratio, (value) => (value < 1 && value > 0 ? `1/${format.number(1 / value)}` : `× ${format.number(value)}`));
