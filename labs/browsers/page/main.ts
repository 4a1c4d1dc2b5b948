/** Measures in this browser what the lab asks for, one turn after another: see browsers/pages.ts. */
import type { ContenderId } from '@opfsmark/schema/families/app-storage/contender-ids';
import type { Said, Task } from './turn.ts';

const READY = 'workers ready';
const WORKERS = 8;

const textOf = (error: unknown) => (error instanceof Error ? `${error.name}: ${error.message}` : String(error));

function ask<Reply>(worker: Worker, request: unknown): Promise<Reply> {
  return new Promise<Reply>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<Reply>) => resolve(data);
    worker.onerror = (event) => reject(new Error(event.message || 'the worker ended without a message'));
    worker.postMessage(request);
  });
}

/** From asking for workers to the answer of the last. */
async function workersReady(): Promise<Said> {
  const start = performance.now();
  const workers = Array.from(
    { length: WORKERS },
    () => new Worker(new URL('./worker/ready.ts', import.meta.url), { type: 'module' }),
  );
  await Promise.all(workers.map((worker) => ask(worker, null)));
  const ns = (performance.now() - start) * 1e6;
  for (const worker of workers) worker.terminate();
  return { ns: { [READY]: ns } };
}

/** The first turn creates the store. */
async function contenderTurn(contender: ContenderId, turn: number): Promise<Said> {
  const worker = new Worker(new URL('./worker/contender.ts', import.meta.url), { type: 'module' });
  try {
    const { ns, missing } = await ask<Said>(worker, { contender, turn });
    if (!ns) return { missing: missing ?? 'no answer' };
    return {
      ns: Object.fromEntries(Object.entries(ns).map(([workload, value]) => [`${contender} ${workload}`, value])),
    };
  } finally {
    worker.terminate();
  }
}

let loops: Worker | undefined;

function take(task: Exclude<Task, { end: true }>): Promise<Said> {
  if ('contender' in task) return contenderTurn(task.contender as ContenderId, task.turn);
  if (task.loop === READY) return workersReady();
  loops ??= new Worker(new URL('./worker/loops.ts', import.meta.url), { type: 'module' });
  return ask<Said>(loops, task.loop);
}

interface UserAgentData {
  getHighEntropyValues(hints: readonly string[]): Promise<{ readonly uaFullVersion?: string }>;
}

/** As exactly as the browser says it: Chromium's user agent has the major version only. */
async function versionHere(): Promise<string> {
  const { userAgentData } = navigator as { userAgentData?: UserAgentData };
  const hints = await userAgentData?.getHighEntropyValues(['uaFullVersion']);
  return hints?.uaFullVersion ?? /(?:Chrome|Firefox|Version)\/([\d.]+)/.exec(navigator.userAgent)?.[1] ?? 'unknown';
}

const place = new URL(location.href).searchParams.get('start') ?? '';

/** Says something, and waits until it is told what to do next. */
async function say(said: Said): Promise<Task> {
  const response = await fetch(`/turn/${place}`, { method: 'POST', body: JSON.stringify(said) });
  return (await response.json()) as Task;
}

async function main(): Promise<void> {
  let task = await say({ version: await versionHere(), isolated: crossOriginIsolated });
  while (!('end' in task)) {
    const said: Said = await take(task).catch((error: unknown) => ({ missing: textOf(error) }));
    task = await say(said);
  }
  for (const element of document.querySelectorAll('#state')) element.textContent = 'done';
}

addEventListener('error', ({ message }) => void say({ failure: message }));
void main();
