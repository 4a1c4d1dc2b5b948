/** What the command line says of a drive, and whether that is what the drive is. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const MIB = 2 ** 20;
const CLI = fileURLToPath(new URL('../../wasm-core/cli/run.mjs', import.meta.url));
/** Up to this share a size that is told may differ: file systems keep some for themselves, and caches lie. */
const SIZE_TOLERANCE = 0.3;
/** Of a quick test that is the distance of its places, too, and ext4 places files that are reserved in another order. */
const QUICK_TOLERANCE = 0.45;

/**
 * @typedef {{ kind: string | null, isQuick: boolean, periodBytes: number | null, realBytes: number | null,
 *   blocks: { changed: number }, seconds: number, said: string, rows: Record<string, string> }} Found what was said of a drive
 */

/**
 * The verdict on a folder, and how long it took. Journals are kept in `state`: none of a person's.
 * @param {string} folder
 * @param {string} state
 * @param {readonly string[]} words
 * @returns {Found}
 */
export function judgeByCommand(folder, state, words) {
  const json = join(state, 'verdict.json');
  rmSync(json, { force: true });
  const before = performance.now();
  const options = { encoding: 'utf8', env: { ...process.env, XDG_STATE_HOME: state } };
  const command = [CLI, 'capacity', '--dir', folder, '--yes', '--json', json, ...words];
  const { stdout, stderr } = spawnSync(process.execPath, command, options);
  const seconds = (performance.now() - before) / 1e3;
  try {
    return { ...JSON.parse(readFileSync(json, 'utf8')), seconds, said: stdout, rows: { trouble: stderr } };
  } catch {
    const nothing = { kind: 'none', isQuick: false, periodBytes: null, realBytes: null, blocks: { changed: 0 } };
    return { ...nothing, seconds, said: stdout, rows: { trouble: stderr } };
  }
}

function isAbout(value, truth, tolerance) {
  return typeof value === 'number' && Math.abs(value / truth - 1) <= tolerance;
}

const keepsFront = (found, mib) =>
  found.kind === 'fake' &&
  found.periodBytes === null &&
  isAbout(found.realBytes, (mib / 8) * MIB, found.isQuick ? QUICK_TOLERANCE : SIZE_TOLERANCE);

/** What each drive is to be called. A quick test cannot see what lies between its places. */
const TRUTH = {
  sound: ({ kind }) => kind === 'true',
  wrap: (found, mib) => found.kind === 'fake' && isAbout(found.periodBytes, (mib / 8) * MIB, 0.02),
  drop: keepsFront,
  cache: keepsFront,
  bad: ({ kind, isQuick, blocks }) =>
    isQuick ? kind === 'true' || kind === 'damaged' : kind === 'damaged' && blocks.changed <= 2,
  change: ({ kind, isQuick, blocks }, mib) =>
    isQuick ? kind === 'true' || kind === 'damaged' : kind === 'damaged' && isAbout(blocks.changed, mib / 100, 0.6),
  slow: ({ kind, isQuick }) => kind === 'sick' || (isQuick && kind === 'true'),
};

/**
 * Whether a verdict on the simulated drive of this name, which says that it has so many MiB, is right.
 * @param {keyof typeof TRUTH} name
 * @param {number} mib
 * @param {Found} found
 * @returns {boolean}
 */
export const isToldRight = (name, mib, found) => TRUTH[name](found, mib);

/**
 * What lies on a drive after a test; one that writes over what it holds may have lost the list of its files.
 * @param {string} folder
 */
export function leftIn(folder) {
  try {
    return readdirSync(folder).filter((name) => name !== 'lost+found');
  } catch {
    return [];
  }
}

/**
 * Whether it says that it could not delete its folder: a drive that loses what is written may lose what a file system needs for it.
 * @param {Pick<Found, 'rows'>} found
 */
export const saysLeft = ({ rows }) => rows.trouble.includes('could not be deleted');
