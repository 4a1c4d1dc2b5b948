/**
 * Every program that the scripts start is known here, so that none outlives them: when they are stopped (or their
 * npm is killed), they stop all their children and wait until those are gone.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { ROOT } from './paths.mjs';
import { onWindows } from './windows.mjs';

const KILL_AFTER_MS = 5000;
const PARENT_CHECK_MS = 1000;

const children = new Set();
const stopController = new AbortController();

/** Aborted as soon as the script is asked to end, and its children with it. */
export const stopSignal = stopController.signal;

/** Resolves when the script is asked to end, also where that was before anybody waited: a server takes some seconds to start. */
export const whenStopped = new Promise((resolve) => stopSignal.addEventListener('abort', resolve, { once: true }));

/** Whether a signal, or the end of npm, stopped the script. */
export let wasStopped = false;

/** Asks all children to end; `ended` resolves when they have. */
export function stopAll() {
  if (stopSignal.aborted) return;
  stopController.abort();
  for (const child of children) child.kill('SIGTERM');
  setTimeout(() => children.forEach((child) => child.kill('SIGKILL')), KILL_AFTER_MS).unref();
}

/** Starts a program; the caller watches its end. */
export function launch(command, args, { cwd = ROOT, env, stdio }) {
  const started = process.platform === 'win32' ? onWindows(command, args, env ?? process.env) : { command, args };
  const child = spawn(started.command, started.args, { cwd, env, stdio, ...started.options });
  children.add(child);
  const remove = () => children.delete(child);
  child.once('error', remove).once('exit', remove);
  if (stopSignal.aborted) child.kill('SIGTERM');
  return child;
}

/** Resolves when no child is left. */
export async function ended() {
  while (children.size > 0) {
    // An error is an end too: the program was never there.
    await Promise.all([...children].map((child) => once(child, 'exit').catch(() => undefined)));
  }
}

function stopFromOutside() {
  wasStopped = true;
  stopAll();
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stopFromOutside);
if (process.env.npm_lifecycle_event) {
  // npm may have been killed in a way that it cannot pass on.
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && stopFromOutside(), PARENT_CHECK_MS).unref();
}
