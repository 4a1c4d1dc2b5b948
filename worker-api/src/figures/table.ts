import type { RunView, RunFigure } from '@opfsmark/schema/api';
import { labelOf } from './words.ts';

export interface FigureTable {
  /** Empty where each figure is a row of its own. */
  readonly columns: readonly string[];
  readonly rows: readonly { readonly name: string; readonly cells: readonly (RunFigure | null)[] }[];
  /** How many rows there are in all. */
  readonly total: number;
}

/**
 * The figures as a table: rows are what was measured, columns what was done with it. Of more rows than fit, every n-th is
 * taken, so that a sweep is seen from one end to the other.
 */
export function tableOf({ record: { family }, figures }: RunView, maxRows: number): FigureTable {
  const labelled = figures.map((figure) => ({ figure, ...labelOf(family, figure) }));
  const isFlat = labelled.every(({ row }) => row === '');
  const columns = isFlat ? [] : [...new Set(labelled.map(({ column }) => column))];
  const rows = isFlat
    ? labelled.map(({ figure, column }) => ({ name: column, cells: [figure] }))
    : [...Map.groupBy(labelled, ({ row }) => row)].map(([name, own]) => ({
        name,
        cells: columns.map((column) => own.find((one) => one.column === column)?.figure ?? null),
      }));
  const step = Math.max(1, Math.ceil(rows.length / maxRows));
  return { columns, rows: rows.filter((_, index) => index % step === 0), total: rows.length };
}
