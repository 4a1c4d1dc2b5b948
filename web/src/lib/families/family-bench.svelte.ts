import type { Layout, Client } from '@opfsmark/schema';
import { detectClient } from '../client.ts';
import { measureClockStepNs } from '../clock.ts';
import { requestTicket } from '../publish/service.ts';
import type { Readiness } from '../run/bench.svelte.ts';
import { FamilySession } from './family-session.svelte.ts';

/** The browser the page is in, whether it can measure, and the session once it can. */
export class FamilyBench {
  #readiness = $state.raw<Readiness>({ kind: 'checking' });
  #client = $state.raw<Client | null>(null);
  #isolated = $state.raw<boolean | null>(null);
  #clockStepNs = $state.raw<number | null>(null);
  #layout = $state.raw<Layout | null>(null);
  #session = $state.raw<FamilySession | null>(null);

  get readiness(): Readiness {
    return this.#readiness;
  }
  get client(): Client | null {
    return this.#client;
  }
  get isolated(): boolean | null {
    return this.#isolated;
  }
  get clockStepNs(): number | null {
    return this.#clockStepNs;
  }
  get layout(): Layout | null {
    return this.#layout;
  }
  get session(): FamilySession | null {
    return this.#session;
  }

  /** In the browser, once. */
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
      this.#session = new FamilySession({ run: core.run, client, ticket: requestTicket });
      this.#readiness = { kind: 'ready' };
    } catch (error) {
      this.#readiness = { kind: 'check_failed', detail: error instanceof Error ? error.message : String(error) };
    }
  }
}
