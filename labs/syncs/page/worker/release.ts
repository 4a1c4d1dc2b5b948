/** One measurement of one release of a contender's library: what checked/releases.mjs asks for. */
import { ROW_BYTES, type ContenderId } from '@opfsmark/schema/families/app-storage/contender-ids';
import { workloadSize } from '@opfsmark/schema/families/app-storage/plan';
import { standardPlan } from '@opfsmark/schema/families';
import { entryOf } from '../../../../wasm-core/ts/families/app-storage/worker/entries.ts';
import { confineToFolder } from '../../../../wasm-core/ts/families/app-storage/worker/place.ts';
import { runLoop } from '../../../../wasm-core/ts/stores/loop.ts';
import { BLOB_KEY, valueOf } from '../../../../wasm-core/ts/stores/store.ts';
import { HandleWatch, nowNs } from '../../../../wasm-core/ts/worker/tasks.ts';

const SIZE = { ...standardPlan('app-storage'), batch_rows: 300, puts: 20, point_reads: 200, blob_bytes: 2 ** 20 };
/** Rows in one transaction, which the store then makes lasting: where it has a log, as many pages as it copies. */
const CHECKPOINT_ROWS = 8000;

interface Request {
  readonly contender: ContenderId;
  /** 0 creates the store. */
  readonly loop: number;
}

/** By workload: nanoseconds per operation, and calls of file handles in all of them. */
interface Release {
  readonly ns: Record<string, number>;
  readonly calls: Record<string, number>;
}

/** Before the library is loaded, so that it counts what reaches the browser. */
const watch = new HandleWatch({ add: () => undefined });

function callsSince(): number {
  const { read, write, sync } = watch.take();
  return read.calls + write.calls + sync.calls;
}

async function measure({ contender, loop }: Request): Promise<Release> {
  const entry = entryOf(contender);
  await confineToFolder(contender);
  const missingReason = await entry.missing();
  if (missingReason) throw new Error(missingReason);
  const open = async () => (await entry.load()).open();
  const ns: Record<string, number> = {};
  const calls: Record<string, number> = {};
  const count = { take: () => ({ ns: 0, flushes: callsSince() }) };
  await runLoop({
    ...{ size: SIZE, loop, open, count },
    onCell({ workload, elapsedNs, flushes }) {
      ns[workload] = elapsedNs / workloadSize(SIZE, workload).ops;
      calls[workload] = flushes ?? 0;
    },
  });
  const store = await open();
  // Behind everything that the next loop looks at.
  const items = Array.from({ length: CHECKPOINT_ROWS }, (_, index) => {
    const key = BLOB_KEY + 1 + index;
    return { key, value: valueOf(SIZE.seed, key, 'batch', loop, ROW_BYTES) };
  });
  await store.putMany(items);
  callsSince();
  const start = nowNs();
  await store.flush();
  ns['checkpoint'] = nowNs() - start;
  calls['checkpoint'] = callsSince();
  await store.close();
  return { ns, calls };
}

addEventListener('message', ({ data }: MessageEvent<Request>) => {
  measure(data).then(
    (release) => postMessage(release),
    (error: unknown) =>
      postMessage({ error: error instanceof Error ? `${error.name}: ${error.message}` : String(error) }),
  );
});
