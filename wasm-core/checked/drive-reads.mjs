import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';

/** The second number after the name, which may have blanks, is the parent. */
const parentOf = (pid) => Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1).split(' ')[1]);

const readBytesOf = (pid) => Number(/^read_bytes: (\d+)/m.exec(readFileSync(`/proc/${pid}/io`, 'utf8'))?.[1] ?? 0);

/** A value of a process, or none where it has just ended. */
function ofProcess(pid, get) {
  try {
    return get(pid);
  } catch {
    return undefined;
  }
}

/**
 * How many bytes each process of a browser has had read from a drive so far.
 * @param {string} profile whose lock names the browser's first process
 * @returns {Map<number, number>}
 */
export function driveReads(profile) {
  const first = Number(readlinkSync(join(profile, 'SingletonLock')).split('-').at(-1));
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
  const parents = new Map(all.map((pid) => [pid, ofProcess(pid, parentOf)]));
  const isOfBrowser = (pid) => pid === first || (parents.get(pid) > 1 && isOfBrowser(parents.get(pid)));
  return new Map(all.filter(isOfBrowser).map((pid) => [pid, ofProcess(pid, readBytesOf) ?? 0]));
}

/** What was read between two looks. */
export function driveReadsBetween(before, after) {
  return [...after].reduce((sum, [pid, bytes]) => sum + bytes - (before.get(pid) ?? 0), 0);
}
