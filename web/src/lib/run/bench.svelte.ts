import type { DiscardPrepared, FindPrepared, PrepareCold, Support, SupportProblem } from '@opfsmark/core';
import { samePlan, type Client, type MatrixPlan, type PreparedFile } from '@opfsmark/schema';
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

/** What of the engine is used beside `run`. */
interface Core {
  readonly prepareCold: PrepareCold;
  readonly findPrepared: FindPrepared;
  readonly discardPrepared: DiscardPrepared;
}

/** What the run page stands on: the browser it is in, whether it can measure, and the session once it can. */
export class Bench {
  #readiness = $state.raw<Readiness>({ kind: 'checking' });
  #client = $state.raw<Client | null>(null);
  #isolated = $state.raw<boolean | null>(null);
  #clockStepNs = $state.raw<number | null>(null);
  #session = $state.raw<RunSession | null>(null);
  #layout = $state.raw<Extract<Support, { ok: true }>['layout'] | null>(null);

  #prepared = $state.raw<PreparedFile | null>(null);
  #core: Core | null = null;

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

  /** The file that waits for its cold read. */
  get prepared(): PreparedFile | null {
    return this.#prepared;
  }
  /** Whether this plan, a cold one, has still to be prepared. */
  needsPreparing(plan: MatrixPlan): boolean {
    return plan.cache === 'cold' && !(this.#prepared && samePlan(this.#prepared.plan, plan));
  }

  async prepare(plan: MatrixPlan): Promise<void> {
    if (!this.#core || !this.#session) return;
    await this.#session.prepare(plan, this.#core.prepareCold);
    await this.lookForPrepared();
  }

  async discardPrepared(): Promise<void> {
    // Refused while another tab measures, which may be just the one that reads it.
    await this.#core?.discardPrepared().catch(() => undefined);
    await this.lookForPrepared();
  }

  async lookForPrepared(): Promise<void> {
    this.#prepared = (await this.#core?.findPrepared()) ?? null;
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
      this.#core = core;
      await this.lookForPrepared();
      this.#readiness = { kind: 'ready' };
    } catch (error) {
      this.#readiness = { kind: 'check_failed', detail: error instanceof Error ? error.message : String(error) };
    }
  }
}
