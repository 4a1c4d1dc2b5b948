import { Permutation } from '@opfsmark/schema/documents';
import {
  plannedItems,
  STORAGE_BLOCKS,
  storageApiStepId,
  type StorageApi,
  type StorageApiCell,
  type StorageApisPlan,
} from '@opfsmark/schema/families';
import { Calls, nowNs } from '../../../worker/tasks/meter.ts';
import { expectPattern, fillPattern } from '../../../worker/tasks/pattern.ts';
import { serve, type TaskContext } from '../../../worker/tasks/serve.ts';
import type { StorageApisFound } from '../messages.ts';
import { STORES, type Store } from './stores.ts';

type Block = StorageApiCell['block_bytes'];

function cellOf(api: StorageApi, block: Block, direction: 'write' | 'read', calls: Calls, elapsedNs: number) {
  const verified_items = direction === 'read' ? calls.ops : 0;
  const { ops, bytes, busyNs, histogram } = calls;
  const times = { elapsed_ns: elapsedNs, busy_ns: busyNs, histogram };
  return { cell: { api, block_bytes: block, direction, ops, bytes, ...times, verified_items } };
}

serve<{ plan: StorageApisPlan; found: StorageApisFound }>(async (plan, context) => {
  for (const api of plan.apis) {
    for (const block of STORAGE_BLOCKS) {
      const store = await STORES[api](block);
      if (!store) {
        context.found({ missing: api });
        break;
      }
      try {
        await measure(plan, context, store, api, block);
      } finally {
        await store.close();
      }
    }
  }
});

/** Making content and comparing it is outside every timed call; elapsed is the sum of what is inside. */
async function measure(
  plan: StorageApisPlan,
  { meter, step, found }: TaskContext<StorageApisFound>,
  store: Store,
  api: StorageApi,
  block: Block,
): Promise<void> {
  const items = plannedItems(plan, block);
  const words = new Uint32Array(block / 4);
  const content = new Uint8Array(words.buffer);

  step(storageApiStepId(api, block, 'write'));
  const writes = new Calls();
  for (let item = 0; item < items; item++) {
    fillPattern(words, plan.seed, item);
    const start = nowNs();
    await store.put(item, content);
    const ns = nowNs() - start;
    writes.add(block, ns);
    meter.add('write', block, ns);
  }
  const flushing = nowNs();
  store.finish?.();
  found(cellOf(api, block, 'write', writes, writes.busyNs + (store.finish ? nowNs() - flushing : 0)));

  step(storageApiStepId(api, block, 'read'));
  const order = new Permutation(items, plan.seed);
  const reads = new Calls();
  for (let visit = 0; visit < items; visit++) {
    const item = order.at(visit);
    const start = nowNs();
    const read = await store.get(item);
    const ns = nowNs() - start;
    reads.add(block, ns);
    meter.add('read', block, ns);
    expectPattern(read, words, plan.seed, item);
  }
  found(cellOf(api, block, 'read', reads, reads.busyNs));
}
