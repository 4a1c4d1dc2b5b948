import type { Cell, Column, Table } from '../families/report.ts';
import type { Formatter, Sourced } from './format.ts';

const NOTHING = '–';

/** A table as every place shows it, in words. */
export interface TableText {
  readonly caption: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Columns from the left whose cells are words. */
  readonly words: number;
  readonly hint: string;
}

/** The numbers of a cell that say where they came from; none where it says nothing of that. */
function sourcedIn(cell: Cell): readonly Sourced[] {
  if (cell === null || typeof cell === 'string' || 'text' in cell) return [];
  if ('missing' in cell) return [{ origin: cell.missing }];
  const quantities = 'value' in cell ? [cell] : cell;
  return quantities.filter(({ origin }) => origin !== undefined);
}

const originsIn = (cell: Cell) => sourcedIn(cell).map(({ origin }) => origin ?? null);

const isAlike = (row: readonly Cell[]) => new Set(row.flatMap(originsIn)).size <= 1;

function cellText(cell: Cell, { unit }: Column, isMarked: boolean, format: Formatter): string {
  if (cell === null || (typeof cell === 'object' && 'missing' in cell)) return NOTHING;
  if (typeof cell === 'string') return cell;
  if ('text' in cell) return format.phrase(cell);
  if (!('value' in cell)) return cell.map((own) => format.text(own)).join(' · ');
  const text = unit !== undefined && format.unitLabel(unit) !== '' ? format.parts(cell).value : format.text(cell);
  return isMarked ? format.marked(text, cell) : text;
}

const intervalText = (cell: Cell, format: Formatter) =>
  cell !== null && typeof cell === 'object' && 'value' in cell ? format.interval(cell) : '';

/** Whether this is the first number of its row that came from somewhere. */
const isFirst = (row: readonly Cell[], at: number) => row.findIndex((cell) => originsIn(cell).length > 0) === at;

/**
 * Beside a column whose numbers have intervals stands one for these. Where the numbers of a row came from stands at its end, or
 * (`marks`) beside the first of them, which is all that a narrow page shows of a row; beside each where a row has several sources.
 */
export function tableText(table: Table, format: Formatter, marks: 'column' | 'beside' = 'column'): TableText {
  const { caption, columns, rows, words = 1, hints = [] } = table;
  const { common } = format;
  const isBySource = rows.every(isAlike);
  const hasSources =
    marks === 'column' &&
    isBySource &&
    rows.some((row) => row.some((cell) => originsIn(cell).some((own) => own !== null)));
  const isMarked = (row: readonly Cell[], at: number) => !isBySource || (marks === 'beside' && isFirst(row, at));
  const hasInterval = columns.map((_, at) => rows.some((row) => intervalText(row[at] ?? null, format) !== ''));
  /** What stands in each column, and what stands beside it where it has intervals. */
  const spread = (own: (at: number) => string, beside: (at: number) => string) =>
    columns.flatMap((_, at) => (hasInterval[at] ? [own(at), beside(at)] : [own(at)]));
  const sourceOf = (row: readonly Cell[]) => format.source(row.flatMap(sourcedIn)[0] ?? {});
  return {
    caption,
    words,
    columns: [
      ...spread(
        (at) => columns[at]?.name ?? format.unitLabel(columns[at]?.unit ?? 'count'),
        () => common.interval,
      ),
      ...(hasSources ? [common.source] : []),
    ],
    rows: rows.map((row) => [
      ...spread(
        (at) => cellText(row[at] ?? null, columns[at] ?? {}, isMarked(row, at), format),
        (at) => intervalText(row[at] ?? null, format),
      ),
      ...(hasSources ? [sourceOf(row)] : []),
    ]),
    hint: format.phrases(hints),
  };
}
