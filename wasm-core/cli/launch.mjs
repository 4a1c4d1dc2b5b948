/** Starts the process that measures. With its imports it must run on any Node.js: it says when that is too old. */
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';

/** The oldest that what it starts runs on. */
const OLDEST = [22, 18];

export function isNewEnough() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  return major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1]);
}

export const TOO_OLD = `Node.js ${OLDEST.join('.')} or newer is needed, and this is ${process.versions.node}: see https://nodejs.org.`;

export function complain(problem) {
  console.error(`opfsmark: ${problem}`);
  process.exitCode = 1;
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
export function measureIn(node) {
  const isWindows = process.platform === 'win32';
  const child = spawn(node, [fileURLToPath(new URL('./run.mjs', import.meta.url)), ...process.argv.slice(2)], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    // Signals of the terminal come from here alone, once.
    detached: !isWindows,
  });
  let signalCount = 0;
  for (const signal of SIGNALS) {
    process.on(signal, () => {
      signalCount += 1;
      // The console of Windows tells each of its processes by itself, and `kill` would end the other at once, its files left.
      if (!isWindows) child.kill(signal);
      if (signalCount === 2) setTimeout(leave, PATIENCE_MS, signal).unref();
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
