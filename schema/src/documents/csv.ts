/**
 * A spreadsheet reads a cell that begins like this as a formula, in East Asia with wide signs as well; an apostrophe before it makes
 * it text. Where a comma is the decimal sign, a semicolon begins a cell.
 */
const FORMULA = /(?<=^|[;\t\r\n])[=+\-@＝＋－＠\t\r\n]/g;

/** Digits of what was measured; a division gives sixteen. Counts stay exact. */
const DIGITS = 6;

export type CsvCell = string | number | null;

function csvCell(cell: CsvCell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(Number.isInteger(cell) ? cell : Number(cell.toPrecision(DIGITS)));
  const text = cell.replaceAll(FORMULA, "'$&");
  return /[",;\r\n']/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Lines of CSV (RFC 4180). Text can never become a formula. */
export function csvLines(lines: readonly (readonly CsvCell[])[]): string {
  return lines.map((line) => `${line.map(csvCell).join(',')}\r\n`).join('');
}
