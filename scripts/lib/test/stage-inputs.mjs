/**
 * The files that the suites of a stage read. None of them may write it: what another one finds would depend on which is first. A
 * fingerprint before the stage and one after it tell whether any did.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { ROOT } from '../paths.mjs';

/** Untracked files that stages read: nothing, and what the build wrote. */
export const SOURCES = [];
export const SOURCES_AND_BUILD = ['web/.svelte-kit', 'wasm-core/dist'];

/** Where tests and type checks of the site have what they generate: nobody else reads that. */
const SCRATCH = ['web/.svelte-kit/scratch', 'web/.svelte-kit/.svelte-check'];

function trackedFiles(root) {
  try {
    return execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
      .split('\0')
      .filter(Boolean);
  } catch {
    // A copy without its history.
    return [];
  }
}

function* filesUnder(root, path) {
  if (SCRATCH.includes(path)) return;
  const stats = statSync(join(root, path), { throwIfNoEntry: false });
  if (!stats) return;
  if (!stats.isDirectory()) yield path;
  else for (const name of readdirSync(join(root, path))) yield* filesUnder(root, relative('', join(path, name)));
}

/**
 * @param {readonly string[]} generated folders from the root that are not tracked
 * @returns {Map<string, string>} path -> when it was written, and its size
 */
export function fingerprintOf(generated, root = ROOT) {
  const paths = new Set([...trackedFiles(root), ...generated.flatMap((path) => [...filesUnder(root, path)])]);
  const entries = [...paths].map((path) => {
    const stats = statSync(join(root, path), { throwIfNoEntry: false });
    return [path, stats ? `${stats.mtimeMs} ${stats.size}` : 'missing'];
  });
  return new Map(entries);
}

/** The files that were written, made or deleted between two fingerprints. */
export function changesBetween(before, after) {
  return [...new Set([...before.keys(), ...after.keys()])]
    .filter((path) => before.get(path) !== after.get(path))
    .sort();
}

const MAX_NAMED = 5;

/** @param {readonly string[]} changedFiles */
export function sayWhatChanged(changedFiles) {
  const names = changedFiles.slice(0, MAX_NAMED).join(', ');
  const more = changedFiles.length > MAX_NAMED ? ` and ${changedFiles.length - MAX_NAMED} more` : '';
  return `${names}${more}: changed while the suites of this stage were reading it, so they may have seen different files. A suite wrote it (generate it in the build stage instead), or somebody edited it meanwhile (run this again).`;
}
