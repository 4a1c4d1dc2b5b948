import { csvLines, type CsvCell } from '../../documents/csv.ts';
import { isTable, type Cell, type Column, type Table } from '../../families/report.ts';
import type { Quantity } from '../../figures/quantity.ts';
import type { Report } from '../report.ts';

const HEAD = [
  'run_id',
  'started_at',
  'device',
  'drive',
  'filesystem',
  'os',
  'browser',
  'family',
  'profile',
  'table',
  'figure',
  'name',
  'column',
  'unit',
  'better',
  'value',
  'low',
  'high',
  'p99_ns',
  'origin',
];

/** As the documents have it: times in nanoseconds, rates per second. */
const unitOf = ({ unit }: Quantity) => (unit === 'call_ns' ? 'ns' : unit === 'block_bytes' ? 'bytes' : unit);

const quantitiesIn = (cell: Cell): readonly Quantity[] => {
  if (cell === null || typeof cell === 'string' || 'text' in cell || 'missing' in cell) return [];
  return 'value' in cell ? [cell] : cell;
};

const columnName = ({ name, unit }: Column, { format }: Report) =>
  name ?? (unit === undefined ? '' : format.unitLabel(unit));

function tableLines(table: Table, report: Report): CsvCell[][] {
  const { caption, columns, rows, words = 1 } = table;
  const nameOf = (cell: Cell | undefined) =>
    typeof cell === 'string'
      ? cell
      : quantitiesIn(cell ?? null)
          .map((own) => report.format.text(own))
          .join(' ');
  return rows.flatMap((row) => {
    const name = row.slice(0, words).map(nameOf).join(' ');
    return row.slice(words).flatMap((cell, at) =>
      quantitiesIn(cell).map((own): CsvCell[] => {
        const column = columnName(columns[words + at] ?? {}, report);
        const ends = [own.interval?.low ?? null, own.interval?.high ?? null];
        return [caption, null, name, column, unitOf(own), null, own.value, ...ends, null, own.origin ?? null];
      }),
    );
  });
}

/** A line per figure, and then one per number of each table, which names it in the column `table`. */
export function csvForm(report: Report): string {
  const { record, about, figures, parts } = report;
  const { environment, family, plan, started_at } = record;
  const { device, drive, filesystem } = about.declared ?? {};
  const head = [
    ...[about.run_id ?? null, started_at, device ?? null, drive ?? null, filesystem ?? null],
    ...[environment.client.os.family, environment.client.browser.family, family, plan.profile],
  ];
  const figureLines = figures.map(({ id, name, better, quantity, p99 }): CsvCell[] => {
    const ends = [quantity.interval?.low ?? null, quantity.interval?.high ?? null];
    const value = [unitOf(quantity), better, quantity.value, ...ends, p99?.value ?? null, quantity.origin ?? null];
    return [null, id, name, null, ...value];
  });
  const all = [...figureLines, ...parts.filter(isTable).flatMap((table) => tableLines(table, report))];
  return csvLines([HEAD, ...all.map((line) => [...head, ...line])]);
}
