import type * as CoreModule from '@opfsmark/core';
import type { Support, SupportProblem } from '@opfsmark/core';
import type { Client, Layout } from '@opfsmark/schema/documents';
import { detectClient } from './detect-client.ts';
import { measureClockStepNs } from './clock.ts';

/** Whether this page can measure, as far as is known by now. */
export type Readiness =
  | { readonly kind: 'checking' }
  | { readonly kind: 'ready' }
  | { readonly kind: 'unsupported'; readonly problems: readonly SupportProblem[] }
  | { readonly kind: 'check_failed'; readonly detail: string };

export type Core = typeof CoreModule;

/** What a run page stands on: the browser it is in, whether it can measure, and the session once it can. */
export class Bench<Session> {
  readonly #start: (core: Core, client: Client) => Session;
  #readiness = $state.raw<Readiness>({ kind: 'checking' });
  #client = $state.raw<Client | null>(null);
  #isolated = $state.raw<boolean | null>(null);
  #clockStepNs = $state.raw<number | null>(null);
  #session = $state.raw<Session | null>(null);
  #layout = $state.raw<Layout | null>(null);

  constructor(start: (core: Core, client: Client) => Session) {
    this.#start = start;
  }

  get readiness(): Readiness {
    return this.#readiness;
  }
  get client(): Client | null {
    return this.#client;
  }
  get isolated(): boolean | null {
    return this.#isolated;
  }
  /** As this page sees it; the workers measure their own when a run begins. */
  get clockStepNs(): number | null {
    return this.#clockStepNs;
  }
  get layout(): Layout | null {
    return this.#layout;
  }
  get session(): Session | null {
    return this.#session;
  }

  /** In the browser, once. The engine is a chunk of its own, so that the page is there before it. */
  async open(): Promise<void> {
    this.#isolated = globalThis.crossOriginIsolated;
    this.#clockStepNs = measureClockStepNs();
    try {
      const [client, core] = await Promise.all([detectClient(), import('@opfsmark/core')]);
      this.#client = client;
      const support: Support = await core.checkSupport();
      if (!support.ok) {
        this.#readiness = { kind: 'unsupported', problems: support.problems };
        return;
      }
      this.#layout = support.layout;
      await this.opened(core);
      this.#session = this.#start(core, client);
      this.#readiness = { kind: 'ready' };
    } catch (error) {
      this.#readiness = { kind: 'check_failed', detail: error instanceof Error ? error.message : String(error) };
    }
  }

  /** For what else has to be known before the page is ready. */
  protected opened(_core: Core): Promise<void> {
    return Promise.resolve();
  }
}
