/** Long enough for a page to be ready and for somebody in a hurry to have clicked Run. */
const QUIET_MS = 2500;

const measuring = () => window.opfsmark?.status === 'running' || new URLSearchParams(location.search).has('autorun');

function quiet(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, QUIET_MS);
    signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
  });
}

/** Keeping the site for offline use writes to the very drive that may be measured: it waits until nothing is. */
export async function register(signal: AbortSignal): Promise<ServiceWorkerRegistration | null> {
  do await quiet(signal);
  while (measuring() && !signal.aborted);
  if (signal.aborted) return null;
  // A browser may refuse, as in a private window; the site works without.
  return navigator.serviceWorker.register('/service-worker.js').catch(() => null);
}
