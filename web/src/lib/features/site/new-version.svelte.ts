import { readMeasuring } from '$lib/base/local/measuring.ts';

/** Long enough for a page to be ready and for somebody in a hurry to have clicked Run. */
const QUIET_MS = 2500;

/** A link that runs by itself, and that of two browsers which measure in turn, until somebody has gone on from there. */
const isAboutToMeasure = () =>
  new URLSearchParams(location.search).has('autorun') || location.pathname.startsWith('/versus/');

/** Where two browsers measure in turn the other one may be at it whenever this one is not. */
async function measuring(): Promise<boolean> {
  if (isAboutToMeasure()) return true;
  const { isHere, versus } = await readMeasuring();
  return isHere || versus.length > 0;
}

const quiet = () => new Promise((resolve) => setTimeout(resolve, QUIET_MS));

/** Keeping the site for offline use writes to the very drive that may be measured: it waits until nothing is. */
export async function register(signal: AbortSignal): Promise<ServiceWorkerRegistration | null> {
  do await quiet();
  while (!signal.aborted && (await measuring()));
  if (signal.aborted) return null;
  // A browser may refuse, as in a private window; the site works without.
  return navigator.serviceWorker.register('/service-worker.js').catch(() => null);
}

/** Offers a version that has been loaded in the background; whoever is measuring decides when to change to it. */
export class NewVersion {
  #waitingWorker = $state.raw<ServiceWorker | null>(null);
  #isPutOff = $state(false);

  get offered(): boolean {
    return this.#waitingWorker !== null && !this.#isPutOff;
  }

  watch(registration: ServiceWorkerRegistration, container: ServiceWorkerContainer, signal: AbortSignal): void {
    const look = () => {
      // Without a controller it is the first version, which nobody has to be asked about.
      if (registration.waiting && container.controller) this.#waitingWorker = registration.waiting;
    };
    const follow = () => registration.installing?.addEventListener('statechange', look, { signal });
    look();
    follow();
    registration.addEventListener('updatefound', follow, { signal });
  }

  /** The worker takes over, then the page is loaded again by it. Another tab may have asked for that already. */
  accept(container: ServiceWorkerContainer, reload: () => void): void {
    const worker = this.#waitingWorker;
    if (worker?.state !== 'installed') {
      reload();
      return;
    }
    container.addEventListener('controllerchange', reload, { once: true });
    worker.postMessage('take-over');
  }

  putOff(): void {
    this.#isPutOff = true;
  }
}
