/** What the processes of a browser have done, as Linux tells it. */
import { readFileSync } from 'node:fs';
import { familyOf, pidOfChromium } from '../../e2e/support/lib/memory-limit.mjs';

function numberIn(pid, file, pattern) {
  try {
    return Number(pattern.exec(readFileSync(`/proc/${pid}/${file}`, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0; // It has ended meanwhile.
  }
}

const processesOf = (profile) => familyOf(pidOfChromium(profile));
const sumOf = (profile, of) => processesOf(profile).reduce((sum, pid) => sum + of(pid), 0);

/** Bytes that all of them have given to the drive so far. */
export const writtenBytes = (profile) => sumOf(profile, (pid) => numberIn(pid, 'io', /^write_bytes: (\d+)/m));

function isOfTab(pid) {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('--type=renderer');
  } catch {
    return false; // It has ended meanwhile.
  }
}

/** Memory of all of them, and of the largest of a tab; what several share is shared out. */
export function memoryBytes(profile) {
  let [browser, tab] = [0, 0];
  for (const pid of processesOf(profile)) {
    const bytes = numberIn(pid, 'smaps_rollup', /^Pss:\s+(\d+)/m) * 1024;
    browser += bytes;
    if (bytes > tab && isOfTab(pid)) tab = bytes;
  }
  return { browser, tab };
}
