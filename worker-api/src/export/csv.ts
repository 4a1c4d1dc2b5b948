/** A spreadsheet reads a cell that begins like this as a formula; an apostrophe before it makes it text. */
const FORMULA = /^[=+\-@\t\r]/;

/** One line of CSV (RFC 4180). Numbers are written as they are; text can never become a formula. */
export function csvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(cell: string | number | null): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const text = FORMULA.test(cell) ? `'${cell}` : cell;
  return /[",\r\n']/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
