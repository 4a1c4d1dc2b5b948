/** The least of 1, 2, 2.5, 5 x 10^n that is not under the value: an axis people can read. */
export function niceCeiling(value: number): number {
  const decade = 10 ** Math.floor(Math.log10(value));
  const step = [1, 2, 2.5, 5, 10].find((candidate) => candidate * decade >= value) ?? 10;
  return step * decade;
}
