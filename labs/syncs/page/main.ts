import { CONTENDER_IDS, type ContenderId } from '@opfsmark/schema/families/app-storage/contender-ids';
import type { AppStoragePlan } from '@opfsmark/schema/families/app-storage/schema';
import { standardPlan } from '@opfsmark/schema/families';
import type { ContenderReply, ContenderRequest } from '../../../wasm-core/ts/families/app-storage/messages.ts';
import { ContenderStarter, ContenderWorkers } from '../../../wasm-core/ts/families/app-storage/starter.ts';
import { tryOnce } from '../../../wasm-core/ts/families/app-storage/worker/contend.ts';
import { Asker } from '../../../wasm-core/ts/families/app-storage/worker/interrupt.ts';
import type { LoopCell } from '../../../wasm-core/ts/stores/loop.ts';
import type { SizeTimes } from '../../../wasm-core/ts/stores/sizes.ts';
import { run } from '../../../wasm-core/ts/index.ts';

/** What syncs/count.mjs and the end-to-end tests drive: puts with pauses, parts of the family, and the family itself. */
function putSlowly(contender: ContenderId, puts: number, pauseMs: number): Promise<number[]> {
  const worker = new Worker(new URL('./worker/main.ts', import.meta.url), { type: 'module' });
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<{ answeredMs: number[] } | { error: string }>) => {
      worker.terminate();
      if ('error' in data) reject(new Error(data.error));
      else resolve(data.answeredMs);
    };
    worker.onerror = ({ message }) => reject(new Error(message));
    worker.postMessage({ contender, puts, pauseMs });
  });
}

/** Small, and created in the one loop that is run before a store is interrupted. */
const SIZE = { batch_rows: 100, puts: 4, point_reads: 10, blob_bytes: 1024, loops: 0, seed: 7 };

const spawn = () =>
  new Worker(new URL('../../../wasm-core/ts/families/app-storage/worker/contender.ts', import.meta.url), {
    type: 'module',
  });
/** The same, and it ignores every flush. */
const spawnUnflushed = () => new Worker(new URL('./worker/unflushed.ts', import.meta.url), { type: 'module' });

/** Asks a contender's worker, which is then ended; `put-on` has no last answer. */
function ask(contender: ContenderId, request: { type: string }, isPlanted = false) {
  const worker = isPlanted ? spawnUnflushed() : spawn();
  const cells: LoopCell[] = [];
  const sizes: SizeTimes[] = [];
  return new Promise<ContenderReply & { cells: LoopCell[]; times: SizeTimes[] }>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<ContenderReply>) => {
      if (data.type === 'acknowledged') Object.assign(window, { acknowledged: data.count });
      else if (data.type === 'cell') cells.push(data.cell);
      else if (data.type === 'sized') sizes.push(data.times);
      else {
        worker.terminate();
        resolve({ ...data, cells, times: sizes });
      }
    };
    worker.onerror = ({ message }) => reject(new Error(message));
    worker.postMessage({ contender, size: SIZE, ...request });
  });
}

const ports = new Map<number, MessagePort>();
/** Hands on all answers to `told`, which a test puts into the page. */
const tell = (id: number, reply: ContenderReply) =>
  (window as unknown as { told: (id: number, reply: ContenderReply) => void }).told(id, reply);
const workers = new ContenderWorkers((id, detail) =>
  tell(id, { type: 'failed', failure: { code: 'worker_died', detail } }),
);

/** Asks a contender's worker as a run does. */
function start(id: number, request: ContenderRequest): void {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }: MessageEvent<ContenderReply>) => tell(id, data);
  ports.set(id, port1);
  workers.start(id, { ...request, size: SIZE }, port2);
}

const goOn = (id: number) => ports.get(id)?.postMessage(null);

function leave(id: number, way: 'rest' | 'end'): void {
  ports.get(id)?.close();
  ports.delete(id);
  workers[way](id);
}
const dismiss = (crew: string) => workers.dismiss(crew);
const rest = (id: number) => leave(id, 'rest');
const end = (id: number) => leave(id, 'end');

let asker: Asker | undefined;

/** As a run does it, without all else of a run. */
async function contend(contender: ContenderId, workerCount: number, repeat: number, module?: string): Promise<string> {
  if (!asker) {
    const { port1, port2 } = new MessageChannel();
    new ContenderStarter(port1);
    asker = new Asker(port2, () => undefined);
  }
  const head = { contender, size: SIZE, module, crew: contender };
  return JSON.stringify(await tryOnce(asker, head, repeat, { workers: workerCount }));
}

/** Measures the release that this page was built with once. */
function release(contender: ContenderId, loop: number) {
  const worker = new Worker(new URL('./worker/release.ts', import.meta.url), { type: 'module' });
  return new Promise((resolve) => {
    const answer = (reply: unknown) => {
      worker.terminate();
      resolve(reply);
    };
    worker.onmessage = ({ data }: MessageEvent<unknown>) => answer(data);
    worker.onerror = ({ message }) => answer({ error: message });
    worker.postMessage({ contender, loop });
  });
}

const FILLER = 'filler';

let conformWorker: Worker | undefined;

/** The next answer of a worker that is asked for a step, or of the last one, which waits, without. */
function conform(request: { contender: string; step: string } | null) {
  if (request) {
    conformWorker?.terminate();
    conformWorker = new Worker(new URL('./worker/conform.ts', import.meta.url), { type: 'module' });
  }
  const worker = conformWorker;
  return new Promise((resolve) => {
    if (!worker) return;
    worker.onmessage = ({ data }: MessageEvent<unknown>) => resolve(data);
    worker.onerror = ({ message }) => resolve({ error: message });
    worker.postMessage(request);
  });
}

/** Uses up the quota of this place until so much is left, or gives it back. */
async function leaveRoom(bytes: number | undefined): Promise<void> {
  const root = await navigator.storage.getDirectory();
  if (bytes === undefined) return root.removeEntry(FILLER);
  const { quota = 0, usage = 0 } = await navigator.storage.estimate();
  const file = await (await root.getFileHandle(FILLER, { create: true })).createWritable();
  await file.truncate(quota - usage - bytes);
  await file.close();
}

/** `store`: the address of a module that stands in the place of the one contender. */
const measure = (changes: Partial<AppStoragePlan>, store?: string) =>
  run({
    plan: { ...standardPlan('app-storage'), ...changes },
    agreedToWriteBytes: Number.MAX_SAFE_INTEGER,
    ...(store !== undefined && { store }),
  });

Object.assign(window, {
  bench: {
    contenders: CONTENDER_IDS,
    putSlowly,
    ask,
    conform,
    leaveRoom,
    release,
    measure,
    start,
    goOn,
    rest,
    end,
    dismiss,
    contend,
  },
});
