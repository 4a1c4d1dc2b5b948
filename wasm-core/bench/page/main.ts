import type { Engine } from '@opfsmark/schema';
import { Control } from '../../ts/control.ts';
import { WorkerClient } from '../../ts/orchestrator/worker-client.ts';
import type { Kind, Protocol } from '../../ts/protocol.ts';
import type { PlainJsReply, PlainJsRequest } from './plain-js.ts';

/** What bench/run.mjs drives: one core worker through its protocol, and the same loop in plain JavaScript. */
const control = new Control();
let client: WorkerClient | null = null;

async function start(engine: Engine): Promise<Protocol['start']['reply']> {
  const wasm = await fetch(new URL('../../dist/core.wasm', import.meta.url));
  const module = await WebAssembly.compile(await wasm.arrayBuffer());
  client?.terminate(new Error('replaced'));
  client = new WorkerClient(new Worker(new URL('../../ts/worker/main.ts', import.meta.url), { type: 'module' }));
  return client.call('start', { module, workerIndex: 0, control: control.buffer, engine });
}

function call<K extends Kind>(kind: K, body: Protocol[K]['request']): Promise<Protocol[K]['reply']> {
  if (!client) throw new Error('not started');
  control.arm(1);
  return client.call(kind, body);
}

let plainJsWorker: Worker | null = null;

function plainJs(request: PlainJsRequest): Promise<PlainJsReply> {
  plainJsWorker ??= new Worker(new URL('../worker/plain-js.ts', import.meta.url), { type: 'module' });
  const worker = plainJsWorker;
  return new Promise<PlainJsReply>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<PlainJsReply>) => resolve(data);
    worker.onerror = ({ message }) => reject(new Error(message));
    worker.postMessage(request);
  });
}

Object.assign(window, { bench: { start, call, plainJs } });
