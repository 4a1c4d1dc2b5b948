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

const sumOf = (profile, of) => familyOf(pidOfChromium(profile)).reduce((sum, pid) => sum + of(pid), 0);

/** Bytes that all of them have given to the drive so far. */
export const writtenBytes = (profile) => sumOf(profile, (pid) => numberIn(pid, 'io', /^write_bytes: (\d+)/m));

/** Memory of all of them; what several share is shared out. */
export const memoryBytes = (profile) => sumOf(profile, (pid) => numberIn(pid, 'smaps_rollup', /^Pss:\s+(\d+)/m)) * 1024;
