/**
 * A contender's own worker: one loop, or one part of the survival test, and then it is ended, unless it may have the next repeat of
 * several that use a store at once. It answers to the port that comes with the request, or to who started it.
 */
import {
  CONTENDERS,
  IDB_PROBE_ROUNDS,
  IDB_PROBE_ROWS,
  type ContenderId,
} from '@opfsmark/schema/families/app-storage/contender-ids';
import type { IdbProbe } from '@opfsmark/schema/families/app-storage/schema';
import { analyse, analyseAgain, type OnStep } from '../../../stores/analytics.ts';
import { countLeft, Participant } from '../../../stores/contention.ts';
import { runLoop, WrongContent, type LoopCell, type StorageCount } from '../../../stores/loop.ts';
import { measureSizes } from '../../../stores/sizes.ts';
import type { AppStore, WorkSize } from '../../../stores/store.ts';
import { countLostPuts, countSurvivors, putAsTab, putOn } from '../../../stores/survival.ts';
import { describe, errorNameOf, failureOf } from '../../../worker/failure.ts';
import { cleanUp, HandleWatch, nowNs } from '../../../worker/tasks.ts';
import { WORKER_LOCK, type ContenderReply, type ContenderRequest } from '../messages.ts';
import type { Entry } from './adapter.ts';
import { OpenedHandles } from './handles.ts';
import { OWN, ownStore } from './own.ts';
import { entryOf } from './entries.ts';
import { clearPlace, confineToFolder, nameOf, storedBytes, waitForHandles } from './place.ts';

const ROWS = 'rows';
const ROW_BYTES = 64;

function resultOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('the request failed'));
  });
}

/** Resolves when what `change` asked for is committed. */
function commit(database: IDBDatabase, change: (rows: IDBObjectStore) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(ROWS, 'readwrite', { durability: 'relaxed' });
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error('the transaction was aborted'));
    change(transaction.objectStore(ROWS));
    transaction.commit();
  });
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const start = nowNs();
  await work();
  return Math.round(nowNs() - start);
}

/** Measures what tells the engines of IndexedDB apart: see `idbEngineOf`. Leaves nothing behind. */
async function probeIndexedDb(name: string): Promise<IdbProbe> {
  await resultOf(indexedDB.deleteDatabase(name));
  const opening = indexedDB.open(name, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(ROWS);
  const database = await resultOf(opening);
  const rows = () => database.transaction(ROWS).objectStore(ROWS);
  const probe: IdbProbe = { clear_ns: [], count_ns: [], get_all_ns: [] };
  try {
    for (let round = 0; round < IDB_PROBE_ROUNDS; round++) {
      await commit(database, (store) => {
        for (let key = 0; key < IDB_PROBE_ROWS; key++) store.put(new Uint8Array(ROW_BYTES).fill(key + round), key);
      });
      probe.get_all_ns.push(await timeOf(() => resultOf(rows().getAll())));
      probe.count_ns.push(await timeOf(() => resultOf(rows().count())));
      probe.clear_ns.push(await timeOf(() => commit(database, (store) => store.clear())));
    }
  } finally {
    await cleanUp(
      () => database.close(),
      () => resultOf(indexedDB.deleteDatabase(name)),
    );
  }
  return probe;
}

type Post = (reply: ContenderReply) => void;
/** Resolves with the next message, whether it has come already or not. */
type Next = () => Promise<unknown>;

function messagesOf(port: MessagePort | undefined): Next {
  let arrivedCount = 0;
  let wake: (() => void) | null = null;
  if (port) {
    port.onmessage = () => {
      arrivedCount++;
      wake?.();
    };
  }
  return async () => {
    while (arrivedCount === 0) await new Promise<void>((resolve) => (wake = resolve));
    arrivedCount--;
  };
}

const open = async (entry: Entry): Promise<AppStore> => (await entry.load()).open();

/** Calls of sync access handles in this worker. */
function countHandles(watch: HandleWatch): StorageCount {
  return {
    take() {
      const { read, write, sync, other } = watch.take();
      return { ns: read.ns + write.ns + sync.ns + other.ns, flushes: sync.calls };
    },
  };
}

/** Opens the store, and closes it after `use`. */
async function withStore<T>(entry: Entry, use: (store: AppStore) => Promise<T>): Promise<T> {
  const store = await open(entry);
  const result = await use(store);
  await store.close();
  return result;
}

async function answerLoop(entry: Entry, size: WorkSize, loop: number, post: Post): Promise<ContenderReply> {
  const reason = await entry.missing();
  if (reason) return { type: 'missing', reason };
  const count = entry.isCounted ? countHandles(new HandleWatch({ add: () => undefined })) : null;
  const onCell = (cell: LoopCell) => post({ type: 'cell', cell });
  return { type: 'checksum', checksum: await runLoop({ size, loop, open: () => open(entry), count, onCell }) };
}

/** A lock that this worker holds until it is called: by it, who holds and who waits for other locks is told. */
function holdName(name: string): () => void {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  navigator.locks?.request(`${WORKER_LOCK}${name}`, () => released).catch(() => undefined);
  return release;
}

/** Of a worker that may have more than one store, one after the other. */
let openedHandles: OpenedHandles | null = null;

async function contend(
  entry: Entry,
  { worker, phases, size, place = '' }: Extract<ContenderRequest, { type: 'contend' }>,
  post: Post,
  next: Next,
): Promise<ContenderReply> {
  const releaseName = holdName(`${place}-${worker}`);
  openedHandles ??= new OpenedHandles();
  const adapter = await entry.load();
  let hasFailed = false;
  const participant = new Participant({
    size,
    worker,
    open: () => adapter.open(),
    onBegin: (call) => post({ type: 'calling', call }),
    onEnd: (call) => {
      hasFailed ||= call.error !== null;
      post({ type: 'called', call });
    },
  });
  for (const phase of phases) {
    post({ type: 'ready' });
    await next();
    await participant.run(phase);
  }
  await participant.end();
  openedHandles.closeAll();
  releaseName();
  return { type: 'contended', mayStay: adapter.mayStay === true && !hasFailed };
}

const usesHandles = (contender: ContenderId) => CONTENDERS[contender].needs.includes('sync_handles');

async function lookContention(
  entry: Entry,
  { size, answered, module, contender }: Extract<ContenderRequest, { type: 'look-contention' }>,
): Promise<ContenderReply> {
  openedHandles ??= new OpenedHandles();
  // A store may have a file for each row, and asking for a handle of each takes longer than reading it.
  if (module !== undefined || usesHandles(contender)) await waitForHandles();
  const left = await withStore(entry, (store) => countLeft(store, size, answered));
  openedHandles.closeAll();
  await clearPlace(module === undefined ? contender : OWN);
  const { mayStay = false } = await entry.load();
  return { type: 'contention_left', left, mayStay };
}

async function answer(request: ContenderRequest, post: Post, next: Next): Promise<ContenderReply | null> {
  const { contender, size } = request;
  const entry = request.module === undefined ? entryOf(contender) : ownStore(request.module);
  await confineToFolder(contender, request.place);
  const onStep: OnStep = (step) => post({ type: 'step', step });
  switch (request.type) {
    case 'loop':
      return answerLoop(entry, size, request.loop, post);
    case 'probe':
      return { type: 'idb_probe', probe: await probeIndexedDb(nameOf(contender)) };
    case 'put-on':
      await putOn(await open(entry), size, request.interruption, async (count) => {
        post({ type: 'acknowledged', count });
        if (count === request.pauseAfter) await next();
        return count < request.count;
      });
      return null;
    case 'look': {
      await waitForHandles();
      const look = (store: AppStore) => countSurvivors(store, size, request.interruption, request.acknowledged);
      return { type: 'survivors', survivors: await withStore(entry, look) };
    }
    case 'tab': {
      const put = async (store: AppStore) => {
        post({ type: 'opened' });
        await next();
        const onEnd = (count: number) => post({ type: 'acknowledged', count });
        post({ type: 'tab_puts', puts: await putAsTab(store, size, request.tab, onEnd) });
      };
      await withStore(entry, put);
      return { type: 'tab_closed' };
    }
    case 'contend':
      return contend(entry, request, post, next);
    case 'sizes': {
      const { sizes } = request;
      const measure = (store: AppStore) =>
        measureSizes(store, { seed: size.seed, sizes }, (times) => post({ type: 'sized', times }));
      return { type: 'sizes', stopped: await withStore(entry, measure) };
    }
    case 'analyse':
      return { type: 'analysed', left: await analyse(await open(entry), size.seed, request.rows, onStep) };
    case 'analyse-again': {
      await waitForHandles();
      const left = await analyseAgain({ open: () => open(entry), storedBytes, onStep }, size.seed, request.rows);
      await clearPlace(contender);
      return { type: 'analysed', left };
    }
    case 'look-contention':
      return lookContention(entry, request);
    case 'look-tabs': {
      await waitForHandles();
      const look = (store: AppStore) => countLostPuts(store, size, request.tabs);
      return { type: 'tabs_left', left: await withStore(entry, look) };
    }
  }
}

addEventListener('message', ({ data, ports: [port] }: MessageEvent<ContenderRequest>) => {
  const post: Post = (reply) => (port ?? globalThis).postMessage(reply);
  answer(data, post, messagesOf(port)).then(
    (reply) => {
      if (reply) post(reply);
    },
    (error: unknown) => {
      const name = error instanceof WrongContent ? 'verify_failed' : errorNameOf(error);
      post({ type: 'failed', failure: failureOf(name, describe(error)) });
    },
  );
});
