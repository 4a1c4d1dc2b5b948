import type { Support, SupportProblem } from '@opfsmark/core';
import type { Client, Layout } from '@opfsmark/schema/documents';
import { samePlan, type MatrixPlan, type PreparedFile } from '@opfsmark/schema/families';
import type { Paces } from '@opfsmark/schema/schedule';
import { keepPaces, readPaces } from '$lib/base/local/paces.ts';
import { localStore, tabStore } from '$lib/base/local/stores.ts';
import { automationOf } from './automation.ts';
import { measureClockStepNs } from './clock.ts';
import { detectClient } from './detect-client.ts';
import type * as Engine from './engine.ts';
import { takePaused, type Paused } from './paused.ts';
import { RunSession, type RunDependencies } from './session.svelte.ts';

/** Whether this page can measure, as far as is known by now. */
export type Readiness =
  | { readonly kind: 'checking' }
  | { readonly kind: 'ready' }
  | { readonly kind: 'unsupported'; readonly problems: readonly SupportProblem[]; readonly detail: string | null }
  | { readonly kind: 'check_failed'; readonly detail: string };

type Core = typeof Engine;
export type BenchDependencies = Pick<RunDependencies, 'ticket' | 'onRecord' | 'reload' | 'dropPaused'>;

/** What the run page stands on: the browser it is in, whether it can measure, and the session once it can. */
export class Bench {
  readonly #dependencies: BenchDependencies;
  #opening: Promise<void> | null = null;
  #core: Core | null = null;
  #readiness = $state.raw<Readiness>({ kind: 'checking' });
  #client = $state.raw<Client | null>(null);
  #isolated = $state.raw<boolean | null>(null);
  #clockStepNs = $state.raw<number | null>(null);
  #session = $state.raw<RunSession | null>(null);
  #layout = $state.raw<Layout | null>(null);
  #prepared = $state.raw<PreparedFile | null>(null);
  #paces = $state.raw<Paces>({});
  #paused: Paused | 'given_up' | null = null;

  constructor(dependencies: BenchDependencies) {
    this.#dependencies = dependencies;
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
  /** As this page sees it until the workers have measured their own. */
  get clockStepNs(): number | null {
    return this.#session?.clockStepNs ?? this.#clockStepNs;
  }
  get layout(): Layout | null {
    return this.#session?.layout ?? this.#layout;
  }
  get session(): RunSession | null {
    return this.#session;
  }
  /** What earlier runs took in this browser. */
  get paces(): Paces {
    return this.#paces;
  }
  /** The file that waits for its cold read. */
  get prepared(): PreparedFile | null {
    return this.#prepared;
  }

  /** The run in whose middle the page reloaded itself, for whoever goes on with it; `given_up`: the session has its record. */
  takePaused(): Paused | 'given_up' | null {
    const paused = this.#paused;
    this.#paused = null;
    return paused;
  }

  isPrepared(plan: MatrixPlan): boolean {
    return this.#prepared !== null && samePlan(this.#prepared.plan, plan);
  }

  /** In the browser; the check is made once per tab. The engine is a chunk of its own, loaded after the page. */
  open(): Promise<void> {
    this.#opening ??= this.#check();
    return this.#opening;
  }

  async prepare(plan: MatrixPlan): Promise<void> {
    if (!this.#core || !this.#session) return;
    await this.#session.prepare(plan, this.#core.prepareCold);
    await this.findPrepared();
  }

  async discardPrepared(): Promise<void> {
    // Refused while another tab measures, which may be just the one that reads it.
    await this.#core?.discardPrepared().catch(() => undefined);
    await this.findPrepared();
  }

  async findPrepared(): Promise<void> {
    this.#prepared = (await this.#core?.findPrepared()) ?? null;
  }

  async #check(): Promise<void> {
    this.#publishStatus();
    let paused: Paused | null = null;
    try {
      this.#isolated = globalThis.crossOriginIsolated;
      this.#clockStepNs = measureClockStepNs();
      this.#paces = readPaces(localStore());
      paused = takePaused(tabStore());
      const [client, core] = await Promise.all([detectClient(), import('./engine.ts')]);
      this.#client = client;
      const support: Support = await core.checkSupport();
      if (!support.ok) {
        this.#readiness = { kind: 'unsupported', problems: support.problems, detail: support.detail ?? null };
        await this.#giveUp(paused);
        return;
      }
      this.#layout = support.layout;
      this.#core = core;
      await this.findPrepared();
      this.#session = this.#newSession(core.run, client);
      if (paused && core.canResume(paused.run)) this.#paused = paused;
      else await this.#giveUp(paused);
      this.#readiness = { kind: 'ready' };
    } catch (error) {
      this.#readiness = { kind: 'check_failed', detail: error instanceof Error ? error.message : String(error) };
      await this.#giveUp(paused);
    }
  }

  #newSession(run: RunDependencies['run'], client: Client): RunSession {
    return new RunSession({
      ...this.#dependencies,
      run,
      client,
      paces: () => this.#paces,
      keepPaces: (steps) => (this.#paces = keepPaces(steps, localStore())),
    });
  }

  /** Shows and keeps what was measured before the reload, also in a page that cannot measure. */
  async #giveUp(paused: Paused | null): Promise<void> {
    if (!paused) return;
    this.#paused = 'given_up';
    const cannotRun = () => Promise.reject(new Error('this page cannot measure'));
    this.#session ??= this.#newSession(cannotRun, paused.run.record.environment.client);
    this.#session.giveUp(paused);
    // Without the engine nothing can be measured here either, and what was kept for this page ends by itself.
    const core = await import('./engine.ts').catch(() => null);
    core?.giveUpPaused(paused.run);
  }

  /** `window.opfsmark` follows the session on every page of the tab: a run goes on while another page is read. */
  #publishStatus(): void {
    $effect.root(() => {
      $effect(() => {
        window.opfsmark = automationOf(this.#session?.state ?? { kind: 'idle' });
      });
    });
  }
}
