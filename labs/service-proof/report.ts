import { writeFileSync } from 'node:fs';

export interface Row {
  readonly id: string;
  readonly value: number;
  /** The target, as shown. */
  readonly target?: string;
  /** The number of cases behind it. */
  readonly cases?: number;
  readonly reached?: boolean;
}

/** Prints the rows as a table; with `--json FILE` it also writes them to a file. */
export function report(rows: readonly Row[]): void {
  for (const { id, value, target = '', cases, reached } of rows) {
    const valueText = Number.isInteger(value) ? String(value) : value.toPrecision(4);
    const mark = reached === undefined ? ' ' : reached ? '✓' : '✗';
    console.log(
      `${mark} ${id.padEnd(26)} ${valueText.padStart(10)}  ${target.padEnd(22)} ${cases === undefined ? '' : `${cases} cases`}`,
    );
  }
  const at = process.argv.indexOf('--json');
  const file = at < 0 ? undefined : process.argv[at + 1];
  if (file !== undefined) writeFileSync(file, `${JSON.stringify({ rows }, null, 2)}\n`);
}

export function percentile(values: readonly number[], fraction: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(fraction * sorted.length))] ?? Number.NaN;
}
