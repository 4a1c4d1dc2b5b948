/** Offers a version that has been loaded in the background; whoever is measuring decides when to change to it. */
export class NewVersion {
  #waiting = $state.raw<ServiceWorker | null>(null);
  #putOff = $state(false);

  get offered(): boolean {
    return this.#waiting !== null && !this.#putOff;
  }

  watch(registration: ServiceWorkerRegistration, container: ServiceWorkerContainer, signal: AbortSignal): void {
    const look = () => {
      // Without a controller it is the first version, which nobody has to be asked about.
      if (registration.waiting && container.controller) this.#waiting = registration.waiting;
    };
    const follow = () => registration.installing?.addEventListener('statechange', look, { signal });
    look();
    follow();
    registration.addEventListener('updatefound', follow, { signal });
  }

  /** The worker takes over, then the page is loaded again by it. */
  accept(container: ServiceWorkerContainer, reload: () => void): void {
    container.addEventListener('controllerchange', reload, { once: true });
    this.#waiting?.postMessage('take-over');
  }

  putOff(): void {
    this.#putOff = true;
  }
}
