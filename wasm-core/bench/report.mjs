/** The table as people read it. */
const number = (value) => value.toLocaleString('en', { maximumFractionDigits: 0 });

/** Columns as wide as their widest cell; the first to the left, numbers to the right. */
export function table(header, lines) {
  const widths = header.map((_, column) => Math.max(...[header, ...lines].map((line) => line[column].length)));
  const format = (line) =>
    line.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]) : cell.padStart(widths[i]))).join('  ');
  return [format(header), widths.map((width) => '-'.repeat(width)).join('  '), ...lines.map(format)].join('\n');
}

function rate(work, callsPerS) {
  const bytesPerS = callsPerS * work.blockBytes;
  return work.blockBytes < 65536 ? `${number(callsPerS)} IOPS` : `${number(bytesPerS / 1e6)} MB/s`;
}

/** One line for each contender of an experiment, as soon as it is known. */
export function valuesLine(work, values) {
  return [...values].map(([contender, value]) => `${contender} ${rate(work, value)}`).join(', ');
}

const limit = (value) => (value === undefined ? '' : value.toFixed(2));

function judge({ ratio, floor, ceiling, goal }) {
  if (floor !== undefined && ratio.median < floor) return 'under the floor';
  if (ceiling !== undefined && ratio.median > ceiling) return 'over the ceiling';
  return goal !== undefined && ratio.median < goal ? 'under the goal' : '';
}

export function rowsTable(rows) {
  const lines = rows.map((row) => [
    `${row.what}: ${row.of} / ${row.against}`,
    ...[row.ratio.median, row.ratio.min, row.ratio.max].map((value) => value.toFixed(3)),
    ...[limit(row.floor), limit(row.ceiling), limit(row.goal), judge(row)],
  ]);
  return table(['ratio', 'median', 'min', 'max', 'floor', 'ceiling', 'goal', ''], lines);
}
