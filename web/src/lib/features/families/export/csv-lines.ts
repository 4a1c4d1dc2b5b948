/** RFC 4180. */
export function csvLines(lines: readonly (readonly (string | number)[])[]): string {
  const field = (value: string | number) => {
    const text = `${value}`;
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return lines.map((line) => `${line.map(field).join(',')}\r\n`).join('');
}
