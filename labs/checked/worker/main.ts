import type { OpenContender, PublishedTable } from './table.ts';
import { PLANTED, TABLES } from './tables/index.ts';

/** Counts the reads and writes of all synchronous access handles of this worker. */
let count = 0;
const handle = FileSystemSyncAccessHandle.prototype;
const { read, write } = handle;

handle.read = function (...parameters) {
  count++;
  return read.apply(this, parameters);
};
handle.write = function (...parameters) {
  count++;
  return write.apply(this, parameters);
};

const handleCalls = () => count;

interface Request {
  readonly table: string;
  readonly contender: string;
  /** The name of a place for this run alone. */
  readonly name: string;
  /** One call at a time, with so much time around it that its system calls can be told from those of the next; 0: timed. */
  readonly pauseMs: number;
}

/** What happened in the calls of one operation. */
interface Calls {
  readonly samples: number[];
  readonly rows: number[];
  /** The share of its statements that found and changed no row. */
  readonly idle: number[];
  /** When each began and when all that it began was done, by the clock of the day. */
  readonly spans: [fromMs: number, toMs: number][];
  handleCalls: number;
  finishMs: number;
}

const pause = (ms: number) => (ms === 0 ? undefined : new Promise((resolve) => setTimeout(resolve, ms)));

/** Libraries choose their own places in the root: here it is a folder of this run's own. */
async function confine(name: string): Promise<void> {
  const root = await navigator.storage.getDirectory();
  const folder = await root.getDirectoryHandle(name, { create: true });
  navigator.storage.getDirectory = () => Promise.resolve(folder);
}

async function callOnce(store: OpenContender, operation: string, index: number, calls: Calls): Promise<void> {
  const fromMs = Date.now();
  const handleCallsBefore = handleCalls();
  const before = performance.now();
  const rowCounts = await store.call(operation, index);
  const answeredMs = performance.now();
  if (store.finish) {
    await store.finish();
    calls.finishMs += performance.now() - answeredMs;
  }
  calls.samples.push(answeredMs - before);
  calls.handleCalls += handleCalls() - handleCallsBefore;
  const rows = [rowCounts].flat();
  calls.rows.push(rows.reduce((sum, count) => sum + count, 0));
  calls.idle.push(rows.filter((count) => count === 0).length / rows.length);
  calls.spans.push([fromMs, Date.now()]);
}

async function run({ table: id, contender: contenderId, name, pauseMs }: Request): Promise<Record<string, Calls>> {
  await confine(name);
  const load = TABLES[id] ?? PLANTED[id];
  if (!load) throw new Error(`there is no table ${id}`);
  const { table }: { table: PublishedTable } = await load();
  const contender = table.contenders.find((one) => one.id === contenderId);
  if (!contender) throw new Error(`${id} has no contender ${contenderId}`);
  const store = await contender.open(name);
  const operationCalls: Record<string, Calls> = {};
  for (const { id: operation, calls: timedCount, counted: countedCount } of table.operations) {
    const calls: Calls = { samples: [], rows: [], idle: [], spans: [], handleCalls: 0, finishMs: 0 };
    for (let index = 0; index < (pauseMs === 0 ? timedCount : countedCount); index++) {
      await store.prepare?.(operation, index);
      await pause(pauseMs);
      await callOnce(store, operation, index, calls);
    }
    await pause(pauseMs);
    operationCalls[operation] = calls;
  }
  await store.close();
  return operationCalls;
}

addEventListener('message', ({ data }: MessageEvent<Request>) => {
  run(data).then(
    (calls) => postMessage({ found: calls }),
    (error: unknown) => postMessage({ error: error instanceof Error ? error.message : String(error) }),
  );
});
