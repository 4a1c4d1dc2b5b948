/** A spreadsheet reads a cell that begins like this as a formula; an apostrophe before it makes it text. */
const FORMULA = /^[=+\-@\t\r]/;

/** Digits of what was measured; a division gives sixteen. Counts stay exact. */
const DIGITS = 6;

export type CsvCell = string | number | null;

function csvCell(cell: CsvCell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(Number.isInteger(cell) ? cell : Number(cell.toPrecision(DIGITS)));
  const text = FORMULA.test(cell) ? `'${cell}` : cell;
  return /[",\r\n']/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Lines of CSV (RFC 4180). Text can never become a formula. */
export function csvLines(lines: readonly (readonly CsvCell[])[]): string {
  return lines.map((line) => `${line.map(csvCell).join(',')}\r\n`).join('');
}
