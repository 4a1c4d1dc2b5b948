import type { Support, SupportProblem } from '@opfsmark/core';
import type { Client } from '@opfsmark/schema';
import { detectClient } from '../client.ts';
import { measureClockStepNs } from '../clock.ts';
import { requestTicket } from '../publish/service.ts';
import { RunSession } from './session.svelte.ts';

/** Whether this page can measure, as far as is known by now. */
export type Readiness =
  | { readonly kind: 'checking' }
  | { readonly kind: 'ready' }
  | { readonly kind: 'unsupported'; readonly problems: readonly SupportProblem[] }
  | { readonly kind: 'check_failed'; readonly detail: string };

/** What the run page stands on: the browser it is in, whether it can measure, and the session once it can. */
export class Bench {
  #readiness = $state.raw<Readiness>({ kind: 'checking' });
  #client = $state.raw<Client | null>(null);
  #isolated = $state.raw<boolean | null>(null);
  #clockStepNs = $state.raw<number | null>(null);
  #session = $state.raw<RunSession | null>(null);
  #layout = $state.raw<Extract<Support, { ok: true }>['layout'] | null>(null);

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
  get layout() {
    return this.#session?.layout ?? this.#layout;
  }
  get session(): RunSession | null {
    return this.#session;
  }

  /** In the browser, once. The engine is a chunk of its own, so that the page is there before it. */
  async open(): Promise<void> {
    this.#isolated = globalThis.crossOriginIsolated;
    this.#clockStepNs = measureClockStepNs();
    try {
      const [client, core] = await Promise.all([detectClient(), import('@opfsmark/core')]);
      this.#client = client;
      const support = await core.checkSupport();
      if (!support.ok) {
        this.#readiness = { kind: 'unsupported', problems: support.problems };
        return;
      }
      this.#layout = support.layout;
      this.#session = new RunSession({ run: core.run, client, ticket: requestTicket });
      this.#readiness = { kind: 'ready' };
    } catch (error) {
      this.#readiness = { kind: 'check_failed', detail: error instanceof Error ? error.message : String(error) };
    }
  }
}
