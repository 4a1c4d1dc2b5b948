/** A number as the English page shows it. */
export function shown(value: number, fractionDigits?: number): string {
  const size = Math.abs(value);
  const digits = fractionDigits ?? (size === 0 || size >= 1000 ? 0 : size >= 10 ? 1 : 2);
  return value.toLocaleString('en-GB', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}
