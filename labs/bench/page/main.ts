import { WorkerPool } from '../../../wasm-core/ts/page/worker-pool.ts';
import type { Kind, Protocol } from '../../../wasm-core/ts/protocol/messages.ts';
import type { PlainJsReply, PlainJsRequest } from './plain-js.ts';

/** What bench/browser.mjs drives: workers of the core through their protocol, and the same loop in plain JavaScript. */
let pool: WorkerPool | null = null;
let plainJsWorker: Worker | null = null;

async function compile(): Promise<WebAssembly.Module> {
  const response = await fetch(new URL('../../../wasm-core/dist/core.wasm', import.meta.url));
  return WebAssembly.compile(await response.arrayBuffer());
}

function stop(): void {
  pool?.terminate(new Error('stopped'));
  pool = null;
}

/** Replaces the workers there are; how long it took until all of the new ones had measured their clocks. */
async function start(workers: number): Promise<{ readyMs: number; clockStepNs: number }> {
  stop();
  const module = await compile();
  const beginMs = performance.now();
  const spawn = () => new Worker(new URL('../../../wasm-core/ts/worker/main.ts', import.meta.url), { type: 'module' });
  pool = new WorkerPool(spawn, workers);
  const replies = await pool.start(module, 'opfs-sync');
  return { readyMs: performance.now() - beginMs, clockStepNs: Math.min(...replies.map((reply) => reply.clockStepNs)) };
}

/** Asks as many workers as there are bodies, at once. */
function together<K extends Kind>(kind: K, bodies: Protocol[K]['request'][]): Promise<Protocol[K]['reply'][]> {
  if (!pool) throw new Error('not started');
  return pool.together(kind, bodies);
}

/** The worker stays, so that its code is as warm as that of the core's. */
function plainJs(request: PlainJsRequest): Promise<PlainJsReply> {
  plainJsWorker ??= new Worker(new URL('../worker/plain-js.ts', import.meta.url), { type: 'module' });
  const worker = plainJsWorker;
  return new Promise<PlainJsReply>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<PlainJsReply>) => resolve(data);
    worker.onerror = ({ message }) => reject(new Error(message));
    worker.postMessage(request);
  });
}

Object.assign(window, { bench: { start, stop, together, plainJs } });
