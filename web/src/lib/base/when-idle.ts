/** At the latest: a page that is never idle is read all the same. */
const LATEST_MS = 1000;

/** The time after the page has come to life: loading it at once would only make that take longer. */
export function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    // Safari has no other word for it.
    if (typeof requestIdleCallback !== 'function') setTimeout(resolve);
    else requestIdleCallback(() => resolve(), { timeout: LATEST_MS });
  });
}

/** The task after this one: the browser answers in between. */
export const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

let lastTurn = Promise.resolve();
/** As `nextTask`, and for one of all that wait at a time. */
export const ownTask = (): Promise<void> => (lastTurn = lastTurn.then(nextTask));

/** The signs before a click: a pointer that moves, a finger, a key. What reads a page aloud clicks without any; paper asks for all. */
const INTENT = ['pointermove', 'pointerdown', 'keydown', 'click', 'beforeprint'] as const;

/** When `time` has come, or before that when somebody is about to use the page. */
export async function whenWanted(time = whenIdle()): Promise<void> {
  const listening = new AbortController();
  const intent = new Promise<void>((resolve) => {
    for (const event of INTENT) addEventListener(event, () => resolve(), { signal: listening.signal });
  });
  await Promise.race([time, intent]);
  listening.abort();
}
