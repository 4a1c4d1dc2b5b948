import * as z from 'zod/mini';

/**
 * Figures that other people published, for tables and charts of comparison. They carry their source, are named as
 * published wherever they are shown, and never enter a board.
 */
export const PublishedTable = z.strictObject({
  id: z.string(),
  title: z.string(),
  /** `ratio`: only relations to the baseline were published. `MiB/s` where the source says MB/s and means 2^20. */
  unit: z.enum(['MB/s', 'MiB/s', 'IOPS', 'kB/s', 's', 'ms', '%', 'calls', 'ratio']),
  better: z.enum(['higher', 'lower', 'neither']),
  /** Label of the row that the others are compared with. */
  baseline: z.string(),
  rows: z.array(
    z.strictObject({
      label: z.string(),
      value: z.number(),
      /** Where a range was published, `value` is its geometric middle. */
      low: z.optional(z.number()),
      high: z.optional(z.number()),
    }),
  ),
});
export type PublishedTable = z.infer<typeof PublishedTable>;

export const PublishedCase = z.strictObject({
  id: z.string(),
  title: z.string(),
  source: z.string(),
  year: z.optional(z.int()),
  tables: z.array(PublishedTable),
  notes: z.array(z.string()),
});
export type PublishedCase = z.infer<typeof PublishedCase>;

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
