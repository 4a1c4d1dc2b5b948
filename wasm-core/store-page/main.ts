/** The page that `opfsmark store` opens in a browser: one run of the family `app-storage` with a store of somebody's own. */
import { run, type RunEvent } from '../ts/index.ts';

const tell = (path: string, value: unknown) => fetch(path, { method: 'POST', body: JSON.stringify(value) });

let toldAtMs = 0;
function onEvent(event: RunEvent<'app-storage'>): void {
  if (event.type !== 'progress' || performance.now() - toldAtMs < 1000) return;
  toldAtMs = performance.now();
  void tell('/progress', event.progress.fraction);
}

async function measure(): Promise<unknown> {
  const { plan, store } = (await (await fetch('/task')).json()) as Pick<
    Parameters<typeof run<Extract<Parameters<typeof run>[0]['plan'], { family: 'app-storage' }>>>[0],
    'plan' | 'store'
  >;
  return run({ plan, store, agreedToWriteBytes: Number.MAX_SAFE_INTEGER, onEvent } as Parameters<typeof run>[0]);
}

measure().then(
  (record) => tell('/result', record),
  (error: unknown) => tell('/failed', String(error)),
);
