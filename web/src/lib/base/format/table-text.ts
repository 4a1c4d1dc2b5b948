export const NOTHING = '–';

/** A number that may not be there. */
export const orDash = (value: number | null, show: (value: number) => string) =>
  value === null ? NOTHING : show(value);
