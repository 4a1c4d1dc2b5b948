/** Measures what the lab asks for in this browser, and tells it: see browsers/lab.ts. */
import type { ContenderId } from '@opfsmark/schema/families/app-storage/contender-ids';
import { median } from '@opfsmark/schema/documents';

/** What is measured in one start of a browser. */
interface Job {
  readonly loops: readonly string[];
  readonly contenders: readonly ContenderId[];
}

/** Nanoseconds per operation; of what is not there, why. */
interface Measurements {
  readonly ns: Record<string, number>;
  readonly missing: Record<string, string>;
}

const CONTROL = 'control processor';
const READY = 'workers ready';
const WORKERS = 8;
/** Of so many times the median. */
const READY_TIMES = 5;

const textOf = (error: unknown) => (error instanceof Error ? `${error.name}: ${error.message}` : String(error));

/** The answer of a worker that is asked once and then ended. */
async function ask<Reply>(worker: Worker, request: unknown): Promise<Reply> {
  try {
    return await new Promise<Reply>((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<Reply>) => resolve(data);
      worker.onerror = (event) => reject(new Error(event.message || 'the worker ended without a message'));
      worker.postMessage(request);
    });
  } finally {
    worker.terminate();
  }
}

const runLoops = (loops: readonly string[]) =>
  ask<Measurements>(new Worker(new URL('./worker/loops.ts', import.meta.url), { type: 'module' }), { loops });

/** From asking for workers to the answer of the last. */
async function workersReady(): Promise<number> {
  const start = performance.now();
  const workers = Array.from(
    { length: WORKERS },
    () => new Worker(new URL('./worker/ready.ts', import.meta.url), { type: 'module' }),
  );
  await Promise.all(workers.map((worker) => ask(worker, null)));
  return (performance.now() - start) * 1e6;
}

async function timesReady(): Promise<number[]> {
  const times: number[] = [];
  while (times.length < READY_TIMES) times.push(await workersReady());
  return times;
}

/** The first loop creates the store, the second is what counts. */
async function runContender(contender: ContenderId, { ns, missing }: Measurements): Promise<void> {
  for (const loop of [0, 1]) {
    const worker = new Worker(new URL('./worker/contender.ts', import.meta.url), { type: 'module' });
    const answer = await ask<{ ns?: Record<string, number>; error?: string }>(worker, { contender, loop });
    if (!answer.ns) {
      missing[contender] = answer.error ?? 'no answer';
      return;
    }
    for (const [workload, value] of Object.entries(answer.ns)) ns[`${contender} ${workload}`] = value;
  }
}

/** Goes on where one part fails. */
async function tryPart(name: string, { missing }: Measurements, part: () => Promise<unknown>): Promise<void> {
  try {
    await part();
  } catch (error) {
    missing[name] = textOf(error);
  }
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

async function measure({ loops, contenders }: Job) {
  const all = await runLoops(loops.filter((name) => name !== READY));
  const { ns } = all;
  if (loops.includes(READY)) await tryPart(READY, all, async () => (ns[READY] = median(await timesReady())));
  for (const contender of contenders) await tryPart(contender, all, () => runContender(contender, all));
  // The control once more, so that it stands beside what was measured last as well.
  const control = (await runLoops([CONTROL])).ns[CONTROL];
  if (control !== undefined) ns[CONTROL] = ((ns[CONTROL] ?? control) + control) / 2;
  return { ...all, version: await versionHere(), isolated: crossOriginIsolated };
}

const place = new URL(location.href).searchParams.get('start') ?? '';

const tell = (answer: object) => fetch(`/done/${place}`, { method: 'POST', body: JSON.stringify(answer) });

async function main(): Promise<void> {
  const job = (await (await fetch(`/job/${place}`)).json()) as Job;
  const answer = await measure(job).catch((error: unknown) => ({ failure: textOf(error) }));
  await tell(answer);
  for (const element of document.querySelectorAll('#state')) element.textContent = 'done';
}

addEventListener('error', ({ message }) => void tell({ failure: message }));
void main();
