/** Nearer to 1 than a factor can say. */
export const SAME_FACTOR = 1.005;

/** Two significant digits: one decimal under 10, and two where one would say 1.0. */
export function roundFactor(factor: number): { readonly value: number; readonly digits: number } {
  if (factor < 1.05) return { value: factor, digits: 2 };
  const value = Number(factor.toPrecision(2));
  return { value, digits: value < 10 ? 1 : 0 };
}
