/** Where and with what something was measured. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cpus, release, totalmem, type } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

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

/** @param {{ chromium: string, fio?: string | undefined }} found */
export function versionsOf({ chromium, fio }) {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return { chromium, ...(fio && { fio }), node: process.versions.node, core: version };
}
