import { sum, type Engine, type Layout, type Pause } from '@opfsmark/schema/documents';
import {
  workersOfFiles,
  type DataFiles,
  type MeasuredRates,
  type Step,
  type TimedStep,
} from '@opfsmark/schema/schedule';
import type { Progress } from '../api.ts';
import { hasFiles } from '../protocol/files.ts';
import type { StartReply } from '../protocol/messages.ts';
import { sleep } from './clock.ts';
import { CallFailed, failureOf, Stopped } from './errors.ts';
import { attachFiles, type FileSet } from './handles.ts';
import { compileCore, deleteLeftovers, type Host } from './host.ts';
import { ProgressMeter, type Earlier, type RunPosition } from './progress.ts';
import { Stillness, type Still } from './stillness.ts';
import { watch, WorkerPool } from './worker-pool.ts';

export const PROGRESS_PERIOD_MS = 100;
/** Two handles tell whether two can hold one file. */
const MIN_WORKERS = 2;

interface SessionOptions {
  /** The data files that are opened before anything is measured. */
  readonly files: DataFiles;
  readonly engine: Engine;
  /** The steps to come, as far as they are known before the layout is. */
  readonly steps: readonly Step[];
  readonly rates: MeasuredRates;
  /** The work of a run that goes on after the page has reloaded itself; then its stores are still there. */
  readonly earlier?: Earlier | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress: (progress: Progress) => void;
}

/** The things that live as long as a run: its workers, its stop, its progress. It knows files, and no plan. */
export class Session {
  /** A plan may learn how large they are to be. */
  files: DataFiles;
  readonly engine: Engine;
  readonly host: Host;
  readonly progress: ProgressMeter;
  /** Of earlier runs in this browser. */
  readonly rates: MeasuredRates;
  /** Whether the run goes on after a reload. */
  readonly isResumed: boolean;
  /** The page is about to go, and comes back for what is stored. */
  isReloading = false;
  /** Called before anything ends because the page goes away. */
  onLeave: () => void = () => undefined;
  layout: Layout = 'shared';
  clocks: readonly StartReply[] = [];
  /** The generation of the newest content on file: every pass that writes raises it. */
  generation = 0;
  /** Written by passes without a flush: the next one that flushes waits for this, too. */
  unflushedBytes = 0;
  /** Time in which nothing was done that counts: computer or page stood still, or a pass was thrown away for that. */
  lostMs = 0;

  readonly #onProgress: (progress: Progress) => void;
  readonly #stillness: Stillness;
  readonly #startedMs: number;
  readonly #pauses: Pause[] = [];
  readonly #cancel: (() => void)[] = [];
  readonly #stopRequested: Promise<never>;
  #rejectStop: (reason: Stopped) => void = () => undefined;
  #module: WebAssembly.Module | null = null;
  #pool: WorkerPool | null = null;
  #isStopped = false;

  constructor(host: Host, { files, engine, steps, rates, earlier, signal, onProgress }: SessionOptions) {
    this.host = host;
    this.files = files;
    this.engine = engine;
    this.rates = rates;
    this.#onProgress = onProgress;
    this.progress = new ProgressMeter(host.clock, steps, rates, earlier);
    this.isResumed = earlier !== undefined;
    this.#stillness = new Stillness(host.clock, host.pulse);
    this.#startedMs = this.#stillness.nowMs;
    this.#stopRequested = new Promise((_, reject) => {
      this.#rejectStop = reject;
    });
    // Without anybody waiting for it, a stop is no error.
    this.#stopRequested.catch(() => undefined);

    if (signal?.aborted) this.requestStop();
    const onAbort = () => this.requestStop();
    signal?.addEventListener('abort', onAbort);
    this.#cancel.push(
      () => signal?.removeEventListener('abort', onAbort),
      () => this.#stillness.end(),
      host.clock.runEvery(PROGRESS_PERIOD_MS, () => this.#report()),
      watch(
        host.clock,
        () => this.#watched,
        (reason) => this.endPool(reason),
      ),
    );
  }

  get #watched() {
    if (!this.#pool) return null;
    const { waiting, exchanged, control } = this.#pool;
    return { waiting, exchanged, control, unflushedBytes: this.unflushedBytes };
  }

  get pool(): WorkerPool {
    if (!this.#pool) throw new Error('there are no workers yet');
    return this.#pool;
  }

  /** The session's own files, as they lie since the layout is known. */
  get fileSet(): FileSet {
    return { files: this.files, layout: this.layout };
  }

  /** `step`: the one that begins here; without it the one under way goes on. */
  enter(place: RunPosition, step?: Step): void {
    this.progress.enter(place, this.#pool?.control ?? null, step);
    this.#report();
  }

  /** The pauses so far, in the order of their times. */
  get pauses(): readonly Pause[] {
    this.#keep(this.#stillness.takeNow(), 'between');
    return this.#pauses;
  }

  /** Now, by the clock of `Still`. */
  tickMs(): number {
    return this.#stillness.nowMs;
  }

  /** In which times computer or page stood still since then. Each is told once, and is to be kept by `keepPauses`. */
  async stoodSince(sinceMs: number): Promise<Still[]> {
    const stills = await this.#stillness.take();
    const isBefore = ({ toMs }: Still) => toMs <= sinceMs;
    const stillsBefore = stills.filter(isBefore);
    this.#keep(stillsBefore, 'between');
    this.lostMs += sum(stillsBefore.map(({ fromMs, toMs }) => toMs - fromMs));
    return stills.filter((still) => !isBefore(still));
  }

  keepPauses(stills: readonly Still[], outcome: Pause['outcome'], of: Pick<Pause, 'row' | 'direction'> = {}): void {
    this.#keep(stills, outcome, of);
    // Its time says nothing of how long the step takes.
    if (stills.length > 0) this.abandonStep();
  }

  #keep(stills: readonly Still[], outcome: Pause['outcome'], of: Pick<Pause, 'row' | 'direction'> = {}): void {
    for (const { fromMs, ms } of stills) {
      const after_ms = Math.max(0, Math.round(fromMs - this.#startedMs));
      this.#pauses.push({ after_ms, ms: Math.round(ms), outcome, ...of });
    }
  }

  /** The step under way was cut off: its time says nothing. */
  abandonStep(): void {
    this.progress.forecast.abandon();
  }

  /** The steps that were finished, in order. */
  get timed(): readonly TimedStep[] {
    return this.progress.forecast.timed;
  }

  requestStop(): void {
    if (this.#isStopped) return;
    this.#isStopped = true;
    this.#pool?.stop(new Stopped());
    this.#rejectStop(new Stopped());
  }

  /** The page goes away: there may be no time for more than to begin the deletion. */
  leave(): void {
    if (this.isReloading) return;
    this.onLeave();
    this.requestStop();
    this.endPool(new Stopped());
    if (hasFiles(this.engine)) void deleteLeftovers(this.host).catch(() => undefined);
  }

  get stopped(): boolean {
    return this.#isStopped;
  }

  throwIfStopped(): void {
    if (this.#isStopped) throw new Stopped();
  }

  /** For what cannot be called off by itself: it goes on, but nobody waits for it any more. */
  async unlessStopped<T>(work: Promise<T>): Promise<T> {
    return Promise.race([this.#stopRequested, work]);
  }

  rest(seconds: number): Promise<void> {
    return this.unlessStopped(sleep(this.host.clock, seconds * 1000));
  }

  /** Starts all workers that the files need. */
  async startPool(): Promise<void> {
    this.throwIfStopped();
    this.#module ??= await this.unlessStopped(compileCore(this.host));
    this.#pool = new WorkerPool(this.host.spawn, Math.max(MIN_WORKERS, workersOfFiles(this.files)));
    this.clocks = await this.#pool.start(this.#module, this.engine);
  }

  /** Replaces all workers by fresh ones on the same files, after some were lost. */
  async renewPool(): Promise<void> {
    this.endPool(new CallFailed(failureOf('worker_died', 'replaced by a fresh one')));
    await this.startPool();
    await attachFiles(this.pool, this.fileSet, 'filled');
  }

  endPool(reason: Error): void {
    this.#pool?.terminate(reason);
  }

  /** After the last step; no progress follows. */
  close(): void {
    for (const cancel of this.#cancel) cancel();
  }

  /** Ends the workers, without whom nothing holds the files any more, and deletes those. */
  async clean(): Promise<void> {
    this.endPool(new Stopped());
    if (hasFiles(this.engine)) await deleteLeftovers(this.host);
  }

  #report(): void {
    this.#stillness.tick();
    this.#onProgress(this.progress.read(this.#pool?.control ?? null));
  }
}
