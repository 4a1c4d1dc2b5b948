interface Comparison {
  readonly label: string;
  readonly value: number;
  /** Against the baseline; above 1 is more, whether or not more is better. */
  readonly ratio: number;
  readonly log10Ratio: number;
}

/** The rows of a table against its baseline, for the ratio table and the log10 chart. */
export function compareWithBaseline(
  rows: readonly { readonly label: string; readonly value: number }[],
  baseline: string,
): Comparison[] {
  const base = rows.find((row) => row.label === baseline);
  if (!base) throw new RangeError(`no row ${baseline} to compare with`);
  return rows.map(({ label, value }) => {
    const ratio = value / base.value;
    return { label, value, ratio, log10Ratio: Math.log10(ratio) };
  });
}
