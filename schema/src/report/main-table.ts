import { isTable, type Table } from '../families/report.ts';
import type { Report } from './report.ts';

/** The numbers that stand for a result as a table: those of its tests where it has rows, else its figures. */
export function mainTable({ grid, parts, figures, format }: Report): Table {
  const [tests] = parts.filter(isTable);
  if (grid && tests) return tests;
  const { common } = format;
  const hasP99 = figures.some(({ p99 }) => p99 !== null);
  return {
    kind: 'table',
    caption: common.figures,
    columns: [{ name: common.test }, { name: common.value }, ...(hasP99 ? [{ name: common.p99 }] : [])],
    rows: figures.map(({ name, quantity, p99 }) => [name, quantity, ...(hasP99 ? [p99] : [])]),
  };
}
