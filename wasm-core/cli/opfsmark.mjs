#!/usr/bin/env node
/** Looks whether the command line can run here at all, then hands over: this file alone must run on any Node.js. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const OLDEST = [22, 18];

function here(path) {
  return fileURLToPath(new URL(path, import.meta.url));
}

/** Why not; undefined where nothing is in the way. */
function obstacle() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1])) {
    return `Node.js ${OLDEST.join('.')} or newer is needed, and this is ${process.versions.node}.`;
  }
  if (existsSync(here('../dist/core.wasm')) && existsSync(here('../dist/core-info.mjs'))) return undefined;
  const built = spawnSync(process.execPath, [here('../scripts/build-wasm.mjs')], { stdio: ['ignore', 2, 2] });
  return built.status === 0 ? undefined : 'The core could not be compiled: see above.';
}

const problem = obstacle();
if (problem === undefined) {
  const { main } = await import('./main.ts');
  await main(process.argv.slice(2));
} else {
  console.error(`opfsmark: ${problem}`);
  process.exitCode = 1;
}
