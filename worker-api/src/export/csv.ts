/** A spreadsheet takes a cell that begins so for a formula; an apostrophe makes it text. */
const FORMULA = /^[=+\-@\t\r]/;

/** RFC 4180. Numbers are written as they are; text is kept from being taken for a formula. */
export function csvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(cell: string | number | null): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const text = FORMULA.test(cell) ? `'${cell}` : cell;
  return /[",\r\n']/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
