#!/usr/bin/env node
/** Looks whether the command line can run here at all, then hands over: this file alone must run on any Node.js. */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
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

/** How long a second signal waits for the process that measures, which a drive may hold in a call. */
const PATIENCE_MS = 1000;
/** SIGBREAK is Ctrl-Break, which only Windows has. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGBREAK'];
const HELD =
  'The drive still holds the process in a call: it ends, and its files are deleted, as soon as the drive lets go.';

/**
 * The same words to a process of its own, which measures; ends as it ends. No system ends a process whose drive does not
 * answer, so that this one, which touches no drive, is there to give the terminal back.
 */
function measureIn(node) {
  const isWindows = process.platform === 'win32';
  const child = spawn(node, [here('./run.mjs'), ...process.argv.slice(2)], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    // Signals of the terminal come from here alone, once.
    detached: !isWindows,
  });
  let heard = 0;
  for (const signal of SIGNALS) {
    process.on(signal, () => {
      heard += 1;
      // The console of Windows tells each of its processes by itself, and `kill` would end the other at once, its files left.
      if (!isWindows) child.kill(signal);
      if (heard === 2) setTimeout(leave, PATIENCE_MS, signal).unref();
    });
  }
  const leave = (signal) => {
    console.error(HELD);
    process.exit(128 + constants.signals[signal]);
  };
  child.on('error', (error) => complain(error.message));
  child.on('close', (code, signal) => {
    process.exitCode = code ?? 128 + (constants.signals[signal] ?? 0);
  });
}

function complain(problem) {
  console.error(`opfsmark: ${problem}`);
  process.exitCode = 1;
}

if (!prepare()) {
  complain('What it needs could not be prepared: see above.');
} else if (isNewEnough()) {
  measureIn(process.execPath);
} else if (existsSync(OWN_NODE)) {
  measureIn(OWN_NODE);
} else {
  complain(
    `Node.js ${OLDEST.join('.')} or newer is needed, and this is ${process.versions.node}: see https://nodejs.org.`,
  );
}
