/**
 * Every program that the scripts start is known here, so that none outlives them: told to stop (or left alone by a
 * killed npm), they tell all their children and wait until those are gone.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { ROOT } from './paths.mjs';

const PATIENCE_MS = 5000;
const PARENT_CHECK_MS = 1000;

const children = new Set();
const stopping = new AbortController();

/** Aborted as soon as the end has begun. */
export const stopSignal = stopping.signal;

/** Whether the end was asked for from outside. */
export let toldToStop = false;

/** Tells all to end; `ended` says when they have. */
export function stopAll() {
  if (stopSignal.aborted) return;
  stopping.abort();
  for (const child of children) child.kill('SIGTERM');
  setTimeout(() => children.forEach((child) => child.kill('SIGKILL')), PATIENCE_MS).unref();
}

/** Starts a program; its end is its caller's to watch. */
export function launch(command, args, { cwd = ROOT, env, stdio }) {
  const child = spawn(command, args, { cwd, env, stdio });
  children.add(child);
  const gone = () => children.delete(child);
  child.once('error', gone).once('exit', gone);
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

function obey() {
  toldToStop = true;
  stopAll();
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, obey);
if (process.env.npm_lifecycle_event) {
  // npm may have been killed in a way that it cannot pass on.
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && obey(), PARENT_CHECK_MS).unref();
}
