/** The compiler of the core: which versions are tested, and which one this machine has. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** The versions every test has passed with: those of Debian 12 and 13. */
export const TESTED_VERSIONS = ['3.1.6', '3.1.69'];

// Debian's Emscripten looks for acorn beside the node it runs with; with a node from elsewhere it must be told where.
const DEBIAN_MODULES = '/usr/share/nodejs';

/**
 * Runs the compiler to its end.
 * @param {readonly string[]} args
 * @param {import('node:child_process').StdioOptions} output
 */
export function runEmcc(args, output) {
  const env =
    existsSync(DEBIAN_MODULES) && !process.env.NODE_PATH ? { ...process.env, NODE_PATH: DEBIAN_MODULES } : process.env;
  return spawnSync('emcc', args, {
    stdio: ['ignore', output, 'inherit'],
    encoding: 'utf8',
    env,
    shell: process.platform === 'win32',
  });
}

/** The version in what `emcc -dumpversion` prints, as in "3.1.6"; `null` where there is none. */
export function parseVersion(text) {
  return /^\s*(\d+\.\d+\.\d+)/.exec(text)?.[1] ?? null;
}

/** One line for a version that nobody has tested; `null` for a tested one. */
export function untestedWarning(version) {
  if (version !== null && TESTED_VERSIONS.includes(version)) return null;
  const testedVersions = TESTED_VERSIONS.join(', ');
  return `core: warning: Emscripten ${version ?? 'of an unknown version'} is not tested (tested: ${testedVersions}). Results can differ from those of a tested version.`;
}
