import type { Support, SupportProblem } from '@opfsmark/core';
import type { Client, Layout } from '@opfsmark/schema/documents';
import { samePlan } from '@opfsmark/schema/families/matrix/plan';
import type { MatrixPlan } from '@opfsmark/schema/families/matrix/plan-schema';
import type { PreparedFile } from '@opfsmark/schema/families/matrix/prepared';
import type { MeasuredRates } from '@opfsmark/schema/schedule';
import { keepRates, readRates } from '$lib/base/local/earlier-runs.ts';
import { localStore, tabStore } from '$lib/base/local/stores.ts';
import { onPageReload } from '$lib/base/ui/reload-page.ts';
import { whenWanted } from '$lib/base/when-idle.ts';
import {
  type Automation,
  automationOf,
  keepPaused,
  type Left,
  type Paused,
  type Refusal,
  takePaused,
} from './state.ts';
import { detectClient, measureClockStepNs } from './browser.ts';
import type * as Engine from './engine.ts';
import type { RunDependencies, RunSession } from './session.svelte.ts';

/** Whether this page can measure, as far as is known by now. */
export type Readiness =
  | { readonly kind: 'checking' }
  | { readonly kind: 'ready' }
  | { readonly kind: 'unsupported'; readonly problems: readonly SupportProblem[]; readonly detail: string | null }
  | { readonly kind: 'check_failed'; readonly detail: string };

type Core = typeof Engine;
type BenchDependencies = Pick<RunDependencies, 'ticket' | 'onRecord' | 'reload' | 'leave' | 'dropPaused'>;

/** The ground of the run page: the browser it is in, whether it can measure, and the session once it can. */
export class Bench {
  readonly #dependencies: BenchDependencies;
  #opening: Promise<void> | null = null;
  #core: Core | null = null;
  #readiness = $state.raw<Readiness>({ kind: 'checking' });
  #client = $state.raw<Client | null>(null);
  #isIsolated = $state.raw<boolean | null>(null);
  #clockStepNs = $state.raw<number | null>(null);
  #session = $state.raw<RunSession | null>(null);
  #support = $state.raw<Extract<Support, { ok: true }> | null>(null);
  #preparedFile = $state.raw<PreparedFile | null>(null);
  #rates = $state.raw<MeasuredRates>({});
  #paused: Paused | 'shown' | null = null;
  #refusal = $state.raw<Refusal>(null);

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
    return this.#isIsolated;
  }
  /** As this page sees it until the workers have measured their own. */
  get clockStepNs(): number | null {
    return this.#session?.clockStepNs ?? this.#clockStepNs;
  }
  get layout(): Layout | null {
    return this.#session?.layout ?? this.#support?.layout ?? null;
  }
  /** The finding of the check, where this page can measure. */
  get support(): Extract<Support, { ok: true }> | null {
    return this.#support;
  }
  get session(): RunSession | null {
    return this.#session;
  }
  /** The rates of earlier runs in this browser. */
  get rates(): MeasuredRates {
    return this.#rates;
  }
  /** The file that waits for its cold read. */
  get prepared(): PreparedFile | null {
    return this.#preparedFile;
  }

  /** The run in whose middle the page reloaded itself, for whoever goes on with it; `shown`: the session has its record. */
  takePaused(): Paused | 'shown' | null {
    const paused = this.#paused;
    this.#paused = null;
    return paused;
  }

  /** What goes on with it could not be loaded: whoever comes next may, also when the page was loaded again. */
  postpone(paused: Paused): void {
    this.#paused = paused;
  }

  isPrepared(plan: MatrixPlan): boolean {
    return this.#preparedFile !== null && samePlan(this.#preparedFile.plan, plan);
  }

  /** In the browser; the check is made once per tab. The engine comes when the page is idle, or when somebody reaches for it. */
  open(): Promise<void> {
    this.#opening ??= this.#check();
    return this.#opening;
  }

  /** The messages for a script that drives the page. */
  get automation(): Automation {
    return automationOf(this.#session?.state ?? { kind: 'idle' }, this.#whyNot);
  }

  /** Says to whoever waits for `window.opfsmark` why no run begins by itself. */
  refuse(code: string, message: string): void {
    this.#refusal = { code, message };
  }

  /** Loads what runs begin with; from then on there is a session, where this page can measure. */
  async openSession(): Promise<void> {
    await this.open();
    if (this.#core && this.#client) await this.#loadSession(this.#core.run, this.#client);
  }

  async prepare(plan: MatrixPlan, agreedToWriteBytes: number): Promise<void> {
    await this.openSession();
    if (!this.#core || !this.#session) return;
    await this.#session.prepare(plan, agreedToWriteBytes, this.#core.prepareCold);
    await this.findPrepared();
  }

  async discardPrepared(): Promise<void> {
    // Refused while another tab measures, which may be just the one that reads it.
    await this.#core?.discardPrepared().catch(() => undefined);
    await this.findPrepared();
  }

  async findPrepared(): Promise<void> {
    this.#preparedFile = (await this.#core?.findPrepared()) ?? null;
  }

  async #check(): Promise<void> {
    this.#publishStatus();
    let paused: Paused | Left | null = null;
    try {
      // Isolation without shared memory is none that serves: what is missing is said elsewhere.
      const { crossOriginIsolated: isolated } = globalThis;
      this.#isIsolated = isolated && typeof SharedArrayBuffer === 'undefined' ? null : isolated;
      this.#clockStepNs = measureClockStepNs();
      this.#rates = readRates(localStore());
      paused = takePaused(tabStore());
      const [client, core] = await Promise.all([detectClient(), whenWanted().then(() => import('./engine.ts'))]);
      this.#client = client;
      const support: Support = await core.checkSupport();
      if (!support.ok) {
        this.#readiness = { kind: 'unsupported', problems: support.problems, detail: support.detail ?? null };
        await this.#giveUp(paused);
        return;
      }
      this.#support = support;
      this.#core = core;
      await this.findPrepared();
      if (paused && 'run' in paused && core.canResume(paused.run)) this.#paused = paused;
      else await this.#giveUp(paused);
      this.#readiness = { kind: 'ready' };
    } catch (error) {
      this.#readiness = { kind: 'check_failed', detail: error instanceof Error ? error.message : String(error) };
      await this.#giveUp(paused);
    }
  }

  async #loadSession(run: RunDependencies['run'], client: Client): Promise<RunSession> {
    const module = await import('./session.svelte.ts');
    this.#session ??= new module.RunSession({
      ...this.#dependencies,
      run,
      client,
      rates: () => this.#rates,
      keepRates: (steps) => (this.#rates = keepRates(steps, localStore())),
    });
    return this.#session;
  }

  /** Shows and keeps what was measured before the page was loaded again, also in one that cannot measure. */
  async #giveUp(paused: Paused | Left | null): Promise<void> {
    if (!paused) return;
    this.#paused = 'shown';
    const leftRun = 'run' in paused ? { record: paused.run.record, ticket: paused.ticket, wasCut: true } : paused;
    const cannotRun = () => Promise.reject(new Error('this page cannot measure'));
    const client = this.#client ?? leftRun.record.environment.client;
    (await this.#loadSession(this.#core?.run ?? cannotRun, client)).show(leftRun);
    if (!('run' in paused)) return;
    // Without the engine nothing can be measured here either, and what was kept for this page ends by itself.
    const core = await import('./engine.ts').catch(() => null);
    core?.giveUpPaused(paused.run);
  }

  /** Why no run can begin. */
  get #whyNot(): Refusal {
    const readiness = this.#readiness;
    if (readiness.kind === 'check_failed') return { code: readiness.kind, message: readiness.detail };
    if (readiness.kind !== 'unsupported') return this.#refusal;
    const parts = [readiness.problems.join(', '), readiness.detail ?? ''];
    return { code: readiness.kind, message: parts.filter((part) => part !== '').join(': ') };
  }

  /** `window.opfsmark` follows the session on every page of the tab: a run goes on while another page is read. */
  #publishStatus(): void {
    // The page would come back without the run or its result.
    const ask = (event: Event) => {
      if (this.#session?.needsPage) event.preventDefault();
    };
    onPageReload(() => {
      const record = this.#session?.record;
      if (record) keepPaused({ record, ticket: this.#session?.ticket ?? null, wasCut: false }, tabStore());
      else if (this.#paused && this.#paused !== 'shown') keepPaused(this.#paused, tabStore());
    });
    $effect.root(() => {
      $effect(() => {
        window.opfsmark = this.automation;
      });
      $effect(() => {
        // Back, and as it was left: the session has what was kept.
        addEventListener('pageshow', ({ persisted }) => persisted && this.#dependencies.dropPaused());
      });
      $effect(() => {
        // Only while it is needed: browsers do not keep a page alive that listens.
        if (!this.#session?.running) return;
        addEventListener('beforeunload', ask);
        return () => removeEventListener('beforeunload', ask);
      });
    });
  }
}
