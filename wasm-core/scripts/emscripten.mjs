/** The compiler of the core: which versions are tested, and which one this machine has. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { onWindows } from '../../scripts/lib/windows.mjs';

/** The versions every test has passed with: those of Debian 12, 13 and unstable. */
export const TESTED_VERSIONS = ['3.1.6', '3.1.69', '6.0.5'];

// Debian's Emscripten looks for acorn beside the node it runs with; with a node from elsewhere it must be told where.
const DEBIAN_MODULES = '/usr/share/nodejs';

/** As for C++: since 6.0.6 `emcc` no longer brings the library of C++ along. */
const COMPILER = 'em++';

/**
 * Runs the compiler to its end.
 * @param {readonly string[]} args
 * @param {import('node:child_process').StdioOptions} output
 */
export function runCompiler(args, output) {
  const env =
    existsSync(DEBIAN_MODULES) && !process.env.NODE_PATH ? { ...process.env, NODE_PATH: DEBIAN_MODULES } : process.env;
  const started =
    process.platform === 'win32' ? onWindows(COMPILER, args, env) : { command: COMPILER, args, options: {} };
  return spawnSync(started.command, started.args, {
    stdio: ['ignore', output, 'inherit'],
    encoding: 'utf8',
    env,
    ...started.options,
  });
}

/** The version in what `emcc -dumpversion` prints, as in "3.1.6"; `null` where there is none. */
export function parseVersion(text) {
  return /^\s*(\d+\.\d+\.\d+)/.exec(text)?.[1] ?? null;
}

/** The major version by which numbers of 64 bits reach JavaScript as they are; from some of those on, to ask for it is a warning. */
const BIGINT_BY_DEFAULT = 4;

export const isTested = (version) => TESTED_VERSIONS.includes(version);

/** The flags of a version beside those of all. What a version warns of that nobody has seen is shown, and is no reason to have no core. */
export function flagsOf(version) {
  const hasBigint = version !== null && Number.parseInt(version, 10) >= BIGINT_BY_DEFAULT;
  return [...(isTested(version) ? ['-Werror'] : []), ...(hasBigint ? [] : ['-sWASM_BIGINT'])];
}

/** One line for a version that nobody has tested; `null` for a tested one. */
export function untestedWarning(version) {
  if (isTested(version)) return null;
  const testedVersions = TESTED_VERSIONS.join(', ');
  return `core: warning: Emscripten ${version ?? 'of an unknown version'} is not tested (tested: ${testedVersions}). Results can differ from those of a tested version.`;
}
