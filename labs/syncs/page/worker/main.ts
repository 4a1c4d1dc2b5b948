import { standardPlan } from '@opfsmark/schema/families';
import type { ContenderId } from '@opfsmark/schema/families/app-storage/contender-ids';
import { entryOf } from '../../../../wasm-core/ts/families/app-storage/worker/entries.ts';
import { confineToFolder } from '../../../../wasm-core/ts/families/app-storage/worker/place.ts';
import { putOn } from '../../../../wasm-core/ts/stores/survival.ts';

interface Request {
  readonly contender: ContenderId;
  readonly puts: number;
  /** After each put, so that its system calls can be told from those of the next. */
  readonly pauseMs: number;
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function putSlowly({ contender, puts, pauseMs }: Request): Promise<number[]> {
  const entry = entryOf(contender);
  await confineToFolder(contender);
  const missingReason = await entry.missing();
  if (missingReason) throw new Error(missingReason);
  const store = await (await entry.load()).open();
  await pause(pauseMs);
  const answeredMs: number[] = [];
  await putOn(store, standardPlan('app-storage'), 'survival', async (count) => {
    answeredMs.push(Date.now());
    await pause(pauseMs);
    return count < puts;
  });
  await store.close();
  return answeredMs;
}

addEventListener('message', ({ data }: MessageEvent<Request>) => {
  putSlowly(data).then(
    (answeredMs) => postMessage({ answeredMs }),
    (error: unknown) => postMessage({ error: String(error) }),
  );
});
