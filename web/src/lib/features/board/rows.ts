import type { Board, BoardRow, BoardUnit, MetricId, ReferenceRow } from '@opfsmark/schema/boards';
import { assertNever } from '$lib/base/assert-never.ts';
import type { Format } from '$lib/base/format/format.ts';
import type { Texts } from '$lib/base/i18n/index.ts';
import type { CellSummary, RunItem } from '@opfsmark/schema/api';
import { median } from '@opfsmark/schema/documents';

/** A figure as a board shows it; the unit stands in the head of its column. A time is told in steps of the clock: see `boardClockNs`. */
export function boardValue(
  value: number,
  unit: BoardUnit,
  { number, latencyText }: Format,
  clockStepNs: number,
): string {
  switch (unit) {
    case 'bytes_per_s':
      return number(value / 1e6);
    case 'iops':
    case 'files_per_s':
    case 'points':
      return number(value, 0);
    case 'ns':
      return latencyText(value, clockStepNs);
    default:
      return assertNever(unit);
  }
}

/** The unit behind a figure; times bring theirs. */
export const unitAfter = (unit: BoardUnit, units: Texts<'boards'>['units']): string =>
  unit === 'ns' ? '' : ` ${units[unit]()}`;

/** A figure with its unit, where it stands alone. */
export function valueWithUnit(
  value: number,
  unit: BoardUnit,
  format: Format,
  units: Texts<'boards'>['units'],
  clockStepNs: number,
): string {
  return `${boardValue(value, unit, format, clockStepNs)}${unitAfter(unit, units)}`;
}

/** How many something is counted over: internet providers or, where nobody names these and all are trusted, machines. */
export interface SampleSize {
  readonly count: number;
  readonly of: CellSummary['of'];
}

export const countedOver = ({ providers, of }: Pick<CellSummary, 'providers' | 'of'>): SampleSize => ({
  count: providers,
  of,
});

interface CrossCell {
  readonly value: number;
  readonly runs: number;
}

interface CrossTable {
  readonly columns: readonly string[];
  readonly rows: readonly { readonly name: string; readonly cells: readonly (CrossCell | null)[] }[];
}

/** Medians of one figure over two properties of the runs; the most frequent first in both directions. */
export function crossTable(
  runs: readonly RunItem[],
  metric: MetricId,
  rowOf: (run: RunItem) => string | null,
  columnOf: (run: RunItem) => string | null,
): CrossTable {
  const values = new Map<string, Map<string, number[]>>();
  const [rowCounts, columnCounts] = [new Map<string, number>(), new Map<string, number>()];
  for (const run of runs) {
    const [row, column, value] = [rowOf(run), columnOf(run), run.metrics[metric]];
    if (row === null || column === null || value === undefined) continue;
    rowCounts.set(row, (rowCounts.get(row) ?? 0) + 1);
    columnCounts.set(column, (columnCounts.get(column) ?? 0) + 1);
    const columnValues = values.get(row) ?? new Map<string, number[]>();
    columnValues.set(column, [...(columnValues.get(column) ?? []), value]);
    values.set(row, columnValues);
  }
  // In the order of one language: the server draws the table first, and the browser's own may be another.
  const byCount = (counts: ReadonlyMap<string, number>) =>
    [...counts].toSorted(([a, n], [b, m]) => m - n || a.localeCompare(b, 'en')).map(([name]) => name);
  const columns = byCount(columnCounts);
  const rows = byCount(rowCounts).map((name) => ({
    name,
    cells: columns.map((column) => {
      const cellValues = values.get(name)?.get(column) ?? [];
      return cellValues.length === 0 ? null : { value: median(cellValues), runs: cellValues.length };
    }),
  }));
  return { columns, rows };
}

/** A row of a board as it is shown. */
export type ShownRow = BoardRow & {
  /** A result that this project measured itself: of it there is no run to open, and no page. */
  readonly reference?: ReferenceRow;
};

/** One run has no interval. */
function referenceRow(reference: ReferenceRow): ShownRow {
  const { key, name, filesystem, value, p99_ns, ceiling } = reference;
  return {
    ...{ key: `reference ${key}`, subject: { slug: '', name }, filesystem, position: null, ranked: null },
    ...{ value, low: value, high: value, p99_ns, ...(ceiling === undefined ? {} : { ceiling }) },
    ...{ providers: 0, runs: 1, run_id: '', reference },
  };
}

/** All rows of a page: best first, and references last of those alike; in another order references come last. */
export function rowsOf(
  { better, rows, references = [] }: Board,
  { confirmedOnly, sort }: { confirmedOnly: boolean; sort: string | null },
): ShownRow[] {
  if (confirmedOnly) return rows.filter(({ ranked }) => ranked !== null);
  const shownRows: ShownRow[] = [...rows, ...references.map(referenceRow)];
  if (sort !== null) return shownRows;
  return shownRows.toSorted((a, b) => (better === 'higher' ? b.value - a.value : a.value - b.value));
}

/** Whether a board lists anything, now or where the switch is set otherwise. */
export const isEmpty = ({ rows, folded = [], recent }: Board): boolean =>
  rows.length + folded.length + recent.length === 0;

/** Where a device or a drive stands on its leaderboard. */
export interface ModelPlace {
  readonly value: number;
  /** `null`: it is folded. */
  readonly position: number | null;
  readonly fold: BoardRow['fold'] | null;
  readonly total: number;
  readonly ranked: BoardRow['ranked'];
  readonly href: string;
}
