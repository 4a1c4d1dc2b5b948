#!/usr/bin/env node
/** `opfsmark` in the repository: installs, compiles and chooses what is missing, then hands over. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { complain, isNewEnough, measureIn, TOO_OLD } from './launch.cjs';

const NEEDED = ['../dist/core.wasm', '../dist/core-info.mjs', '../../node_modules/zod', '../../node_modules/leven'];

function here(path) {
  return fileURLToPath(new URL(path, import.meta.url));
}

/** Node.js as the dependencies bring it, where they do. */
const OWN_NODE = here('../../node_modules/.bin/node');

/** Installs and compiles what is missing. Standard output is for results: what this says goes beside it. */
function prepare() {
  if (NEEDED.every((path) => existsSync(here(path))) && (isNewEnough() || existsSync(OWN_NODE))) return true;
  return spawnSync(process.execPath, [here('../../scripts/prepare-cli.mjs')], { stdio: ['ignore', 2, 2] }).status === 0;
}

// npm runs a script in the folder of its package: paths are meant from where it was called, and "." there is another drive.
const { npm_lifecycle_event: script, npm_package_name: name, INIT_CWD: calledIn } = process.env;
if (script === 'cli' && name === 'opfsmark' && calledIn) process.chdir(calledIn);

if (!prepare()) {
  complain('What it needs could not be prepared: see above.');
} else if (isNewEnough()) {
  measureIn(process.execPath, here('./run.mjs'));
} else if (existsSync(OWN_NODE)) {
  measureIn(OWN_NODE, here('./run.mjs'));
} else {
  complain(TOO_OLD);
}
