/** At the latest: a page that is never idle is read all the same. */
const LATEST_MS = 1000;

/** What comes after the page has come to life: loading it at once would only make that take longer. */
export function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    // Safari has no other word for it.
    if (typeof requestIdleCallback !== 'function') setTimeout(resolve);
    else requestIdleCallback(() => resolve(), { timeout: LATEST_MS });
  });
}

/** What comes before a click: a pointer that moves, a finger, a key. */
const INTENT = ['pointermove', 'pointerdown', 'keydown'] as const;

/** When `time` has come, or before that when somebody is about to use the page. */
export async function whenWanted(time: Promise<void> = whenIdle()): Promise<void> {
  const listening = new AbortController();
  const intent = new Promise<void>((resolve) => {
    for (const event of INTENT) addEventListener(event, () => resolve(), { signal: listening.signal });
  });
  await Promise.race([time, intent]);
  listening.abort();
}

/** When an element is on the screen, or so near to it, and the page is idle. */
export async function whenNear(target: Element, margin = '0px'): Promise<void> {
  await new Promise<void>((resolve) => {
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        observer.disconnect();
        resolve();
      },
      { rootMargin: margin },
    );
    observer.observe(target);
  });
  await whenIdle();
}
