import type { ContenderReply, ContenderRequest } from '../messages.ts';

type Last = Exclude<ContenderReply, { readonly type: 'cell' | 'acknowledged' }>;

/** A contender that says nothing for this long hangs. A slow drive may take seconds for a large value. */
const SILENCE_MS = 30_000;

/** A sign of life for whoever watches this worker, while it waits for another one. */
const BEAT_MS = 1000;

export interface Listener {
  beat(): void;
  /** Returns whether the worker is to be ended now, in the middle of what it does. */
  onReply?(reply: Exclude<ContenderReply, Last>): boolean;
}

/** Asks a fresh worker and ends it: its answer, its failure, or `null` where the listener has ended it. */
export function ask(request: ContenderRequest, { beat, onReply }: Listener): Promise<Last | null> {
  const worker = new Worker(new URL('./contender.ts', import.meta.url), { type: 'module' });
  return new Promise((resolve) => {
    let heard = performance.now();
    const end = (last: Last | null) => {
      clearInterval(timer);
      worker.terminate();
      resolve(last);
    };
    const die = (detail: string) => end({ type: 'failed', failure: { code: 'worker_died', detail } });
    const timer = setInterval(() => {
      beat();
      if (performance.now() - heard > SILENCE_MS) die(`no answer for ${SILENCE_MS / 1000} s`);
    }, BEAT_MS);
    worker.addEventListener('error', (event) => {
      event.preventDefault();
      die(event.message || 'the worker ended without a message');
    });
    worker.addEventListener('messageerror', () => die('an answer could not be read'));
    worker.addEventListener('message', ({ data }: MessageEvent<ContenderReply>) => {
      heard = performance.now();
      if (data.type !== 'cell' && data.type !== 'acknowledged') end(data);
      else if (onReply?.(data)) end(null);
    });
    worker.postMessage(request);
  });
}
