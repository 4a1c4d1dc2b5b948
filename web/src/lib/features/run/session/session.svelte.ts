import type { Live, PrepareCold, Progress, RunEvent, RunOptions } from '@opfsmark/core';
import type { Ticket } from '@opfsmark/schema/api';
import type { Client, Engine, Floor, JobResult, Layout, Pass } from '@opfsmark/schema/documents';
import type { MatrixPlan, RunRecord } from '@opfsmark/schema/families';
import type { JobHead } from '@opfsmark/schema/schedule';
import { assertNever } from '$lib/base/assert-never.ts';
import type { RunState, Trouble } from './state.ts';
import { troubleOfError, troubleOfFailure } from './trouble.ts';

/** The engine's `run`, for plans of the grid. */
export type RunGrid = (options: RunOptions) => Promise<RunRecord>;

/** What a session needs from outside; tests give their own. */
export interface RunDependencies {
  readonly run: RunGrid;
  readonly client: Client;
  /** Asks the service for leave to rank the coming run; `null` when it cannot be reached. Never keeps a run waiting. */
  readonly ticket: (plan: MatrixPlan) => Promise<Ticket | null>;
}

/** One point of the live chart, about ten a second. */
export interface LivePoint {
  readonly readBytesPerS: number;
  readonly writeBytesPerS: number;
}

/** A test of five loops of five seconds is 300 points; more would be closer than pixels. */
const LIVE_POINTS = 320;

/** One run at a time, from the click to the record. Components read it and call `start` and `stop`. */
export class RunSession {
  readonly #dependencies: RunDependencies;
  #abort: AbortController | null = null;

  #state = $state.raw<RunState>({ kind: 'idle' });
  #plan = $state.raw<MatrixPlan | null>(null);
  #jobs = $state.raw<readonly JobResult[]>([]);
  #floors = $state.raw<readonly Floor[]>([]);
  #progress = $state.raw<Progress | null>(null);
  #live = $state.raw<Live | null>(null);
  #points = $state.raw<readonly LivePoint[]>([]);
  #pointsOf = $state.raw<JobHead | null>(null);
  #layout = $state.raw<Layout | null>(null);
  #clockStepNs = $state.raw<number | null>(null);
  #ticket = $state.raw<Ticket | null>(null);
  #stopping = $state(false);
  #running = $derived(this.#state.kind === 'preparing' || this.#state.kind === 'running');

  constructor(dependencies: RunDependencies) {
    this.#dependencies = dependencies;
  }

  get state(): RunState {
    return this.#state;
  }
  /** The plan of the run under way or the last one. */
  get plan(): MatrixPlan | null {
    return this.#plan;
  }
  get running(): boolean {
    return this.#running;
  }
  /** Stop was asked for and the workers have not yet left their loops. */
  get stopping(): boolean {
    return this.#stopping;
  }
  /** Finished tests, and the passes done so far of the one that runs. */
  get jobs(): readonly JobResult[] {
    return this.#jobs;
  }
  get floors(): readonly Floor[] {
    return this.#floors;
  }
  get progress(): Progress | null {
    return this.#progress;
  }
  get live(): Live | null {
    return this.#live;
  }
  get points(): readonly LivePoint[] {
    return this.#points;
  }
  /** The test that the points are of: stays after the run, like the last picture of a recorder. */
  get pointsOf(): JobHead | null {
    return this.#pointsOf;
  }
  get layout(): Layout | null {
    return this.#layout;
  }
  get clockStepNs(): number | null {
    return this.#clockStepNs;
  }
  get ticket(): Ticket | null {
    return this.#ticket;
  }
  get record(): RunRecord | null {
    return this.#state.kind === 'done' || this.#state.kind === 'failed' ? this.#state.record : null;
  }
  /** The test under way. */
  get currentHead(): JobHead | null {
    if (this.#state.kind !== 'running' || this.#progress?.job == null) return null;
    return this.#state.heads[this.#progress.job] ?? null;
  }

  /** Writes the file of a cold plan. Afterwards it is as if nothing had run, or the trouble is told. */
  async prepare(plan: MatrixPlan, prepareCold: PrepareCold): Promise<void> {
    if (this.running) return;
    this.#abort = new AbortController();
    this.#reset(plan);
    try {
      const { status, failure } = await prepareCold({
        plan,
        client: this.#dependencies.client,
        signal: this.#abort.signal,
        onEvent: (event) => event.type === 'progress' && this.#follow(event.progress),
      });
      this.#state =
        status === 'failed' ? { kind: 'failed', trouble: troubleOfFailure(failure), record: null } : { kind: 'idle' };
    } catch (error) {
      this.#state = { kind: 'failed', trouble: troubleOfError(error), record: null };
    } finally {
      this.#end();
    }
  }

  /** Resolves when the run has ended, however it did. `agreedToWriteBytes`: for a plan that asks. */
  async start(plan: MatrixPlan, engine: Engine, agreedToWriteBytes = 0): Promise<void> {
    if (this.running) return;
    const abort = new AbortController();
    this.#abort = abort;
    this.#reset(plan);
    const ticket = engine === 'opfs-sync' ? await this.#dependencies.ticket(plan) : null;
    this.#ticket = ticket;
    try {
      const record = await this.#dependencies.run({
        plan,
        engine,
        agreedToWriteBytes,
        client: this.#dependencies.client,
        signal: abort.signal,
        onEvent: (event) => this.#receive(event),
      });
      this.#jobs = record.result.family === 'matrix' ? record.result.jobs : [];
      this.#state =
        record.status === 'failed' ? { kind: 'failed', trouble: troubleOf(record), record } : { kind: 'done', record };
    } catch (error) {
      this.#state = { kind: 'failed', trouble: troubleOfError(error), record: null };
    } finally {
      this.#end();
    }
  }

  stop(): void {
    if (!this.#abort) return;
    this.#stopping = true;
    this.#abort.abort();
  }

  #end(): void {
    this.#abort = null;
    this.#stopping = false;
    this.#live = null;
  }

  #reset(plan: MatrixPlan): void {
    this.#state = { kind: 'preparing' };
    this.#plan = plan;
    this.#jobs = [];
    this.#floors = [];
    this.#progress = null;
    this.#live = null;
    this.#points = [];
    this.#pointsOf = null;
    this.#stopping = false;
  }

  #receive(event: RunEvent): void {
    switch (event.type) {
      case 'prepared':
        this.#layout = event.layout;
        this.#clockStepNs = event.clockStepNs;
        this.#state = { kind: 'running', heads: event.jobs };
        return;
      case 'filled':
        return;
      case 'job-started':
        this.#points = [];
        this.#pointsOf = this.#headOf(event.job);
        return;
      case 'pass-done':
        this.#addPass(event.job, event.pass);
        return;
      case 'job-done':
        this.#floors = event.floors;
        this.#put(event.job, event.result);
        return;
      case 'progress':
        this.#follow(event.progress);
        return;
      default:
        assertNever(event);
    }
  }

  #headOf(job: number): JobHead | null {
    return this.#state.kind === 'running' ? (this.#state.heads[job] ?? null) : null;
  }

  /** Jobs come in order, so that a job's place in the list is its number. */
  #put(job: number, result: JobResult): void {
    this.#jobs = [...this.#jobs.slice(0, job), result];
  }

  #addPass(job: number, pass: Pass): void {
    const head = this.#headOf(job);
    const row = head ? this.#plan?.rows[head.row] : undefined;
    if (!head || !row) return;
    const passes = [...(this.#jobs[job]?.passes ?? []), pass];
    this.#put(job, {
      row,
      direction: head.direction,
      status: 'done',
      workers: pass.workers,
      layout: this.#layout ?? 'shared',
      passes,
      verified_sectors: 0,
    });
  }

  #follow(progress: Progress): void {
    this.#progress = progress;
    this.#live = progress.live;
    if (!progress.live || progress.phase !== 'measuring') return;
    const { readBytesPerS, writeBytesPerS } = progress.live;
    this.#points = [...this.#points.slice(1 - LIVE_POINTS), { readBytesPerS, writeBytesPerS }];
  }
}

function troubleOf(record: RunRecord): Trouble {
  const jobs = record.result.family === 'matrix' ? record.result.jobs : [];
  const job = jobs.find(({ status }) => status === 'failed') ?? null;
  return troubleOfFailure(job?.failure ?? record.failure, job);
}
