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
