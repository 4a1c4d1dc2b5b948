import type { Figure, FigureUnit } from '../../figures/figure.ts';
import type { Quantity } from '../../figures/quantity.ts';
import type { Report, ReportFigure } from '../report.ts';

type Better = Figure['better'];

/** The unit that is shown, and how many of the record's make one: the same in every result, so that histories can be drawn. */
const UNITS: Readonly<Record<FigureUnit, readonly [unit: string, size: number]>> = {
  bytes_per_s: ['MB/s', 1e6],
  iops: ['IOPS', 1],
  files_per_s: ['files/s', 1],
  rows_per_s: ['rows/s', 1],
  ns: ['us', 1e3],
  calls: ['calls', 1],
  share: ['%', 0.01],
};

/** A number and its history; `from` has where it came from. */
interface Series extends Pick<ReportFigure, 'name' | 'unit' | 'quantity'> {
  readonly from: Quantity;
}

/** A 99th percentile is a time, and stands with them. */
function seriesOf({ name, unit, better: own, quantity, p99 }: ReportFigure, better: Better): Series[] {
  return [
    ...(own === better ? [{ name, unit, quantity, from: quantity }] : []),
    ...(better === 'lower' && p99
      ? [{ name: `${name}, p99`, unit: 'ns' as const, quantity: p99, from: quantity }]
      : []),
  ];
}

/** `name` is what the action draws and compares, so it has the mark, too; `extra` is in the tooltip. */
function entryOf({ name, unit, quantity, from }: Series, { title, format }: Report) {
  const { value, interval } = quantity;
  const [label, size] = UNITS[unit];
  const source = format.source(from);
  const end = (own: number) => Number((own / size).toPrecision(6));
  return {
    name: format.marked(`${title}: ${name}`, from),
    unit: label,
    value: value / size,
    ...(interval ? { range: `${end(interval.low)} to ${end(interval.high)}` } : {}),
    ...(source === '' ? {} : { extra: source }),
  };
}

const entriesOf = (better: Better, report: Report) =>
  report.figures.flatMap((figure) => seriesOf(figure, better).map((series) => entryOf(series, report)));

/** The action fails on a file without entries. */
export const hasEntries = (better: Better) => (report: Report) => entriesOf(better, report).length > 0;

/**
 * For github-action-benchmark, which takes a file per direction: `customBiggerIsBetter` and `customSmallerIsBetter` of
 * https://github.com/benchmark-action/github-action-benchmark#examples
 */
export const actionForm = (better: Better) => (report: Report) =>
  `${JSON.stringify(entriesOf(better, report), null, 2)}\n`;
