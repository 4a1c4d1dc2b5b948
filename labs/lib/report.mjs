import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cpus, release, totalmem, type } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Where and with what something was measured. */
const root = join(dirname(fileURLToPath(import.meta.url)), '../../wasm-core');

/** What a command says in its first line; undefined where there is no such command. */
function firstLine(command, ...args) {
  try {
    return execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
      .split('\n')[0]
      .trim();
  } catch {
    return undefined;
  }
}

/** `folder`: on the disk that is measured. */
export function machineOf(folder) {
  return {
    cpu: cpus()[0]?.model ?? 'unknown',
    cpus: cpus().length,
    memory_bytes: totalmem(),
    system: `${type()} ${release()}`,
    filesystem: firstLine('findmnt', '-n', '-o', 'FSTYPE', '--target', folder) ?? 'unknown',
    device: firstLine('findmnt', '-n', '-o', 'SOURCE', '--target', folder) ?? 'unknown',
  };
}

/** "2 x AMD EPYC, Linux 6.18, ext4" */
export function machineText(folder) {
  const { cpu, cpus: count, system, filesystem } = machineOf(folder);
  // Builds of a kernel have names of their own, which say nothing to others.
  return `${count} x ${cpu}, ${system.replace(/^(\w+ \d+\.\d+).*/, '$1')}, ${filesystem}`;
}

/** @param {{ chromium: string, fio?: string | undefined }} found */
export function versionsOf({ chromium, fio }) {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return { chromium, ...(fio && { fio }), node: process.versions.node, core: version };
}

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
