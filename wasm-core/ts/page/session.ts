import type { Engine, Layout } from '@opfsmark/schema/documents';
import { readsOnce, type MatrixPlan } from '@opfsmark/schema/families';
import { hasFiles } from '../protocol/files.ts';
import type { StartReply } from '../protocol/messages.ts';
import type { RunEvent, RunOptions } from '../api.ts';
import { sleep } from './clock.ts';
import { CallFailed, failureOf, Stopped } from './errors.ts';
import { attachAll } from './handles.ts';
import type { Host } from './host.ts';
import { deleteLeftovers } from './prepared.ts';
import { ProgressMeter, type Place } from './progress.ts';
import type { Step } from './forecast.ts';
import { workersNeeded } from './requests.ts';
import { WATCH_PERIOD_MS, Watchdog } from './watchdog.ts';
import { WorkerPool } from './worker-pool.ts';

const PROGRESS_PERIOD_MS = 100;
/** Two at the least, to see whether two can hold one file. */
const MIN_WORKERS = 2;

/** What lives as long as a run: its workers, its stop, its progress. The steps of a run are functions of it. */
export class Session {
  readonly plan: MatrixPlan;
  readonly engine: Engine;
  readonly host: Host;
  readonly progress: ProgressMeter;
  layout: Layout = 'shared';
  clocks: readonly StartReply[] = [];
  /** Of the newest content on file: every pass that writes raises it. */
  generation = 0;

  readonly #onEvent: (event: RunEvent) => void;
  readonly #watchdog = new Watchdog();
  readonly #cancel: (() => void)[] = [];
  readonly #stopRequested: Promise<never>;
  #rejectStop: (reason: Stopped) => void = () => undefined;
  #module: WebAssembly.Module | null = null;
  #pool: WorkerPool | null = null;
  #stopped = false;

  constructor(host: Host, plan: MatrixPlan, options: Omit<RunOptions, 'plan'>) {
    this.host = host;
    this.plan = plan;
    this.engine = options.engine ?? 'opfs-sync';
    this.#onEvent = options.onEvent ?? (() => undefined);
    this.progress = new ProgressMeter(host.clock);
    this.#stopRequested = new Promise((_, reject) => {
      this.#rejectStop = reject;
    });
    // Heard by whoever waits; without anybody waiting it is no error.
    this.#stopRequested.catch(() => undefined);

    const { signal } = options;
    if (signal?.aborted) this.requestStop();
    const onAbort = () => this.requestStop();
    signal?.addEventListener('abort', onAbort);
    this.#cancel.push(
      () => signal?.removeEventListener('abort', onAbort),
      host.clock.every(PROGRESS_PERIOD_MS, () => this.#report()),
      host.clock.every(WATCH_PERIOD_MS, () => this.#watch()),
    );
  }

  get pool(): WorkerPool {
    if (!this.#pool) throw new Error('there are no workers yet');
    return this.#pool;
  }

  emit(event: RunEvent): void {
    this.#onEvent(event);
  }

  enter(place: Place, step?: Step): void {
    this.progress.enter(place, step);
    this.#report();
  }

  requestStop(): void {
    if (this.#stopped) return;
    this.#stopped = true;
    this.#pool?.stop(new Stopped());
    this.#rejectStop(new Stopped());
  }

  /** The page goes away: there may be no time for more than to begin the deletion. */
  leave(): void {
    this.requestStop();
    this.endPool(new Stopped());
    if (hasFiles(this.engine)) void deleteLeftovers(this.host).catch(() => undefined);
  }

  get stopped(): boolean {
    return this.#stopped;
  }

  throwIfStopped(): void {
    if (this.#stopped) throw new Stopped();
  }

  /** For what cannot be called off by itself: it goes on, but nobody waits for it any more. */
  async unlessStopped<T>(work: Promise<T>): Promise<T> {
    return Promise.race([this.#stopRequested, work]);
  }

  rest(seconds: number): Promise<void> {
    return this.unlessStopped(sleep(this.host.clock, seconds * 1000));
  }

  /** Starts all workers the run needs. */
  async startPool(): Promise<void> {
    this.throwIfStopped();
    this.#module ??= await this.unlessStopped(this.host.core.compile());
    const size = Math.max(MIN_WORKERS, workersNeeded(this.plan));
    this.#pool = new WorkerPool(this.host.spawn, size);
    this.clocks = await this.#pool.start(this.#module, this.engine);
  }

  /** Fresh workers on the same files, after some were lost. */
  async renewPool(): Promise<void> {
    this.endPool(new CallFailed(failureOf('worker_died', 'replaced by a fresh one')));
    await this.startPool();
    // What is read once is opened part by part.
    if (!readsOnce(this.plan)) await attachAll(this.pool, this.plan, this.layout, 'filled');
  }

  endPool(reason: Error): void {
    this.#pool?.terminate(reason);
  }

  /** After the last step; no event follows. */
  close(): void {
    for (const cancel of this.#cancel) cancel();
  }

  /** Ends the workers, without whom nothing holds the files any more, and deletes those. */
  async clean(): Promise<void> {
    this.endPool(new Stopped());
    if (hasFiles(this.engine)) await deleteLeftovers(this.host);
  }

  #watch(): void {
    if (!this.#pool || !this.#watchdog.look(this.#pool)) return;
    this.endPool(new CallFailed(failureOf('worker_died', 'a worker neither answered nor got on')));
  }

  #report(): void {
    this.emit({ type: 'progress', progress: this.progress.read(this.#pool?.control ?? null) });
  }
}
