import type { Live, Picked, Progress, Run } from '@opfsmark/core';
import type { Ticket } from '@opfsmark/schema/api';
import type { Client, Engine } from '@opfsmark/schema/documents';
import type { FamilyPlan, FamilyRecord, FamilyResult } from '@opfsmark/schema/families';
import type { Trouble } from './state.ts';
import { troubleOfError, troubleOfFailure } from './trouble.ts';

export type FamilyState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'running' }
  /** Also after Stop: the record says so. */
  | { readonly kind: 'done'; readonly record: FamilyRecord }
  | { readonly kind: 'failed'; readonly trouble: Trouble; readonly record: FamilyRecord | null };

/** What a session needs from outside; tests give their own. */
export interface FamilyDependencies {
  readonly run: Run;
  readonly client: Client;
  readonly ticket: (plan: Pick<FamilyPlan, 'suite' | 'seed'>) => Promise<Ticket | null>;
}

/** One run of a family at a time, from the click to the record; its result can be shown while it grows. */
export class FamilySession {
  readonly #dependencies: FamilyDependencies;
  #abort: AbortController | null = null;
  #state = $state.raw<FamilyState>({ kind: 'idle' });
  #plan = $state.raw<FamilyPlan | null>(null);
  #result = $state.raw<FamilyResult | null>(null);
  #progress = $state.raw<Progress | null>(null);
  #ticket = $state.raw<Ticket | null>(null);
  #stopping = $state(false);

  constructor(dependencies: FamilyDependencies) {
    this.#dependencies = dependencies;
  }

  get state(): FamilyState {
    return this.#state;
  }
  /** Of the run under way or the last one. */
  get plan(): FamilyPlan | null {
    return this.#plan;
  }
  get result(): FamilyResult | null {
    return this.#result;
  }
  get progress(): Progress | null {
    return this.#progress;
  }
  get live(): Live | null {
    return this.running ? (this.#progress?.live ?? null) : null;
  }
  get running(): boolean {
    return this.#state.kind === 'running';
  }
  /** Stop was asked for and the run has not ended yet. */
  get stopping(): boolean {
    return this.#stopping;
  }
  get record(): FamilyRecord | null {
    return this.#state.kind === 'done' || this.#state.kind === 'failed' ? this.#state.record : null;
  }
  get ticket(): Ticket | null {
    return this.#ticket;
  }

  /** Resolves when the run has ended, however it did. */
  async start(plan: FamilyPlan, engine: Engine, picked: Picked | null = null): Promise<void> {
    if (this.running) return;
    const abort = new AbortController();
    this.#abort = abort;
    this.#state = { kind: 'running' };
    this.#plan = plan;
    this.#result = null;
    this.#progress = null;
    try {
      this.#ticket = engine === 'opfs-sync' ? await this.#dependencies.ticket(plan) : null;
      const record = await this.#dependencies.run({
        plan,
        engine,
        ...(picked && { picked }),
        client: this.#dependencies.client,
        signal: abort.signal,
        onEvent: (event) => {
          if (event.type === 'result') this.#result = event.result;
          else this.#progress = event.progress;
        },
      });
      this.#result = record.result;
      this.#state =
        record.status === 'failed'
          ? { kind: 'failed', trouble: troubleOfFailure(record.failure), record }
          : { kind: 'done', record };
    } catch (error) {
      this.#state = { kind: 'failed', trouble: troubleOfError(error), record: null };
    } finally {
      this.#abort = null;
      this.#stopping = false;
    }
  }

  stop(): void {
    if (!this.#abort) return;
    this.#stopping = true;
    this.#abort.abort();
  }
}
