/** One loop of a contender of storage for apps, in nanoseconds per operation. */
import type { ContenderId } from '@opfsmark/schema/families/app-storage/contender-ids';
import { workloadSize } from '@opfsmark/schema/families/app-storage/plan';
import { standardPlan } from '@opfsmark/schema/families';
import { entryOf } from '../../../../wasm-core/ts/families/app-storage/worker/entries.ts';
import { confineToFolder } from '../../../../wasm-core/ts/families/app-storage/worker/place.ts';
import { runLoop } from '../../../../wasm-core/ts/stores/loop.ts';
import type { AppStore } from '../../../../wasm-core/ts/stores/store.ts';
import { spinAfter } from './planted.ts';

interface Request {
  readonly contender: ContenderId;
  /** 0 creates the store. */
  readonly turn: number;
}

const SIZE = { ...standardPlan('app-storage'), batch_rows: 200, puts: 20, point_reads: 200, blob_bytes: 2 ** 20 };

/** Each call of the store takes longer where a slowdown is planted. */
function withSpin(store: AppStore): AppStore {
  return new Proxy(store, {
    get(target, name) {
      const call = (target as unknown as Record<string | symbol, unknown>)[name];
      if (typeof call !== 'function') return call;
      return async (...args: unknown[]) => {
        const startMs = performance.now();
        const result: unknown = await call.apply(target, args);
        spinAfter(startMs);
        return result;
      };
    },
  });
}

async function measure({ contender, turn }: Request): Promise<Record<string, number>> {
  const entry = entryOf(contender);
  await confineToFolder(contender);
  const missing = await entry.missing();
  if (missing) throw new Error(missing);
  const ns: Record<string, number> = {};
  await runLoop({
    ...{ size: SIZE, loop: turn, count: null },
    async open() {
      const startMs = performance.now();
      const store = await (await entry.load()).open();
      spinAfter(startMs);
      return withSpin(store);
    },
    onCell({ workload, elapsedNs }) {
      ns[workload] = elapsedNs / workloadSize(SIZE, workload).ops;
    },
  });
  return ns;
}

addEventListener('message', ({ data }: MessageEvent<Request>) => {
  measure(data).then(
    (ns) => postMessage({ ns }),
    (error: unknown) =>
      postMessage({ missing: error instanceof Error ? `${error.name}: ${error.message}` : String(error) }),
  );
});
