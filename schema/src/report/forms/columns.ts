/** Columns as wide as their widest cell: the first `words` to the left and the last, numbers to the right; empty ones are left out. */
export function alignedColumns(head: readonly string[], body: readonly (readonly string[])[], words: number): string[] {
  const used = head.map((_, at) => at < words || body.some((line) => (line[at] ?? '') !== ''));
  const lines = [head, ...body];
  const widths = head.map((_, at) => Math.max(...lines.map((line) => (line[at] ?? '').length)));
  const isLeft = (at: number) => at < words || at === head.length - 1;
  return lines.map((line) =>
    head
      .map((_, at) => {
        const [text, width] = [line[at] ?? '', widths[at] ?? 0];
        return isLeft(at) ? text.padEnd(width) : text.padStart(width);
      })
      .filter((_, at) => used[at])
      .join('  ')
      .trimEnd(),
  );
}
