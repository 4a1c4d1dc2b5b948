/** The page's time, by which nothing is measured: it paces progress, rests and deadlines. A test gives its own. */
export interface Clock {
  nowMs(): number;
  /** Both return how to call it off. */
  after(delayMs: number, callback: () => void): () => void;
  every(periodMs: number, callback: () => void): () => void;
}

export const PAGE_CLOCK: Clock = {
  nowMs: () => performance.now(),
  after(delayMs, callback) {
    const timer = setTimeout(callback, delayMs);
    return () => clearTimeout(timer);
  },
  every(periodMs, callback) {
    const timer = setInterval(callback, periodMs);
    return () => clearInterval(timer);
  },
};

export function sleep(clock: Clock, delayMs: number): Promise<void> {
  return new Promise((resolve) => {
    clock.after(delayMs, resolve);
  });
}
