import { csvLines, type CsvCell } from '../../documents/csv.ts';
import { isTable, type Cell, type Column, type Table } from '../../families/report.ts';
import type { Quantity } from '../../figures/quantity.ts';
import { inClockSteps } from '../format.ts';
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

/** Value, low and high. What is below the step of the clock is no number: the step is what it is under. */
function numbersOf({ value, unit, interval }: Quantity, stepNs: number): CsvCell[] {
  if (unit === 'call_ns' && inClockSteps(value, stepNs).isBound) return [null, null, stepNs];
  return [value, interval?.low ?? null, interval?.high ?? null];
}

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
  const step = report.record.environment.clock_step_ns;
  return rows.flatMap((row) => {
    const name = row.slice(0, words).map(nameOf).join(' ');
    return row.slice(words).flatMap((cell, at) =>
      quantitiesIn(cell).map((own): CsvCell[] => {
        const column = columnName(columns[words + at] ?? {}, report);
        return [caption, null, name, column, unitOf(own), null, ...numbersOf(own, step), null, own.origin ?? null];
      }),
    );
  });
}

/** A line per figure, and then one per number of each table, which names it in the column `table`. */
export function csvForm(report: Report): string {
  const { record, about, figures, parts } = report;
  const { environment, family, plan, started_at } = record;
  const step = environment.clock_step_ns;
  const { device, drive, filesystem } = about.declared ?? {};
  const head = [
    ...[about.run_id ?? null, started_at, device ?? null, drive ?? null, filesystem ?? null],
    ...[environment.client.os.family, environment.client.browser.family, family, plan.profile],
  ];
  const figureLines = figures.map(({ id, name, better, quantity, p99 }): CsvCell[] => {
    const slowest = p99 === null ? null : (numbersOf(p99, step)[0] ?? null);
    const value = [unitOf(quantity), better, ...numbersOf(quantity, step), slowest, quantity.origin ?? null];
    return [null, id, name, null, ...value];
  });
  const all = [...figureLines, ...parts.filter(isTable).flatMap((table) => tableLines(table, report))];
  return csvLines([HEAD, ...all.map((line) => [...head, ...line])]);
}
