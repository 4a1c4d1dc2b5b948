#!/usr/bin/env node
/** Looks whether the command line can run here at all, then hands over: this file alone must run on any Node.js. */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The oldest that runs TypeScript as it is. */
const OLDEST = [22, 18];
const NEEDED = ['../dist/core.wasm', '../dist/core-info.mjs', '../../node_modules/zod'];

function here(path) {
  return fileURLToPath(new URL(path, import.meta.url));
}

/** Node.js as the dependencies bring it, where they do. */
const OWN_NODE = here('../../node_modules/.bin/node');

function isNewEnough() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  return major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1]);
}

/** Installs and compiles what is missing. Standard output is for results: what this says goes beside it. */
function prepare() {
  if (NEEDED.every((path) => existsSync(here(path))) && (isNewEnough() || existsSync(OWN_NODE))) return true;
  return spawnSync(process.execPath, [here('../../scripts/prepare-cli.mjs')], { stdio: ['ignore', 2, 2] }).status === 0;
}

/** The same words to another Node.js; ends as it ends. */
function passOn() {
  const child = spawn(OWN_NODE, [here('./opfsmark.mjs'), ...process.argv.slice(2)], { stdio: 'inherit' });
  // A terminal tells both of Ctrl-C; whoever ends this one alone means that one.
  process.on('SIGINT', () => undefined);
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => complain(error.message));
  child.on('close', (code, signal) => {
    process.exitCode = code ?? (signal ? 1 : 0);
  });
}

function complain(problem) {
  console.error(`opfsmark: ${problem}`);
  process.exitCode = 1;
}

if (!prepare()) {
  complain('What it needs could not be prepared: see above.');
} else if (isNewEnough()) {
  const { main } = await import('./main.ts');
  await main(process.argv.slice(2));
} else if (existsSync(OWN_NODE)) {
  passOn();
} else {
  complain(
    `Node.js ${OLDEST.join('.')} or newer is needed, and this is ${process.versions.node}: see https://nodejs.org.`,
  );
}
