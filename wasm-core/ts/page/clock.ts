/** The page's time: it paces progress, rests and deadlines, and measures nothing. A test gives its own. */
export interface Clock {
  nowMs(): number;
  /** Both return how to cancel it. */
  runAfter(delayMs: number, callback: () => void): () => void;
  runEvery(periodMs: number, callback: () => void): () => void;
}

export const PAGE_CLOCK: Clock = {
  nowMs: () => performance.now(),
  runAfter(delayMs, callback) {
    const timer = setTimeout(callback, delayMs);
    return () => clearTimeout(timer);
  },
  runEvery(periodMs, callback) {
    const timer = setInterval(callback, periodMs);
    return () => clearInterval(timer);
  },
};

/** Waits for some work, whatever comes of it, but no longer than a time; the work goes on. */
export async function atMost(clock: Clock, ms: number, work: Promise<unknown>): Promise<void> {
  let cancel: () => void = () => undefined;
  const timeout = new Promise<void>((resolve) => {
    cancel = clock.runAfter(ms, resolve);
  });
  await Promise.race([timeout, work.catch(() => undefined)]);
  cancel();
}

export function sleep(clock: Clock, delayMs: number): Promise<void> {
  return new Promise((resolve) => {
    clock.runAfter(delayMs, resolve);
  });
}
