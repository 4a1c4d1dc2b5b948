import type {
  Live,
  PausedRun,
  Picked,
  PrepareCold,
  PrepareEvent,
  Progress,
  Run,
  RunEvent,
  RunningJob,
  RunRefusedError,
} from '@opfsmark/core';
import type { Client, Engine, Failure, JobResult, Layout } from '@opfsmark/schema/documents';
import type { MatrixPlan } from '@opfsmark/schema/families/matrix/plan-schema';
import type { Plan, Result, RunRecord } from '@opfsmark/schema/families';
import type { Left, Paused, RunState, Trouble } from './state.ts';
import type { Ticket } from '@opfsmark/schema/api';
import type { MeasuredRates, TimedStep } from '@opfsmark/schema/schedule';
import { assertNever } from '$lib/base/assert-never.ts';

/** One point of the live chart, about ten per second. */
export interface LivePoint {
  readonly readBytesPerS: number;
  readonly writeBytesPerS: number;
}

/** A test of five loops of five seconds is 300 points; more would be closer than pixels. */
const MAX_POINTS = 320;

/** The live value, and the throughput of the test since it began. */
class LiveTrace {
  #live = $state.raw<Live | null>(null);
  #points = $state.raw<readonly LivePoint[]>([]);
  #job = $state.raw<RunningJob | null>(null);

  get live(): Live | null {
    return this.#live;
  }
  get points(): readonly LivePoint[] {
    return this.#points;
  }
  /** The test that the points belong to; it stays after the run, as they do. */
  get job(): RunningJob | null {
    return this.#job;
  }

  follow({ live, phase, job }: Progress): void {
    this.#live = live;
    if (job && job.index !== this.#job?.index) {
      this.#job = job;
      this.#points = [];
    }
    if (!live || phase !== 'measuring') return;
    const { readBytesPerS, writeBytesPerS } = live;
    this.#points = [...this.#points.slice(1 - MAX_POINTS), { readBytesPerS, writeBytesPerS }];
  }

  end(): void {
    this.#live = null;
  }

  clear(): void {
    this.#live = null;
    this.#points = [];
    this.#job = null;
  }
}

const isRefusal = (error: unknown): error is RunRefusedError => error instanceof Error && error.name === 'RunRefused';

function troubleOfFailure(failure: Failure | undefined, job: JobResult | null = null): Trouble {
  return { kind: 'failure', code: failure?.code ?? 'internal', detail: failure?.detail ?? '', job };
}

/** The test that failed, in a run that ended as failed, where the family has tests. */
function troubleOfRecord({ result, failure }: RunRecord): Trouble {
  const jobs = 'jobs' in result ? result.jobs : [];
  const job = jobs.find(({ status }) => status === 'failed') ?? null;
  return troubleOfFailure(job?.failure ?? failure, job);
}

/** Why a run never began, or which mistake of ours ended it. */
function troubleOfError(error: unknown): Trouble {
  if (isRefusal(error)) {
    const detail = [error.problems.join(', '), error.detail ?? ''].filter((part) => part !== '').join(': ');
    const { reason: code, problems } = error;
    return { kind: 'refused', code, problems, detail: detail === '' ? error.message : detail };
  }
  const detail = error instanceof Error ? error.message : String(error);
  return { kind: 'failure', code: 'internal', detail, job: null };
}

/** The needs of a session from outside; tests give their own. */
export interface RunDependencies {
  readonly run: Run;
  readonly client: Client;
  /** Asks the service to rank the coming run; `null` when it cannot be reached. Never keeps a run waiting. */
  readonly ticket: (plan: Plan) => Promise<Ticket | null>;
  /** The rates of earlier runs in this browser. */
  readonly rates: () => MeasuredRates;
  /** Keeps what the steps of this run took. */
  readonly keepRates: (steps: readonly TimedStep[]) => void;
  /** Reloads the page, and keeps what is needed to go on; `false` where the page must stay. */
  readonly reload: (paused: Paused) => boolean;
  /** Keeps what the run has, while the page goes away in its middle. */
  readonly leave: (leftRun: Left) => void;
  /** Forgets what `reload` has kept: the run has ended. */
  readonly dropPaused: () => void;
  /** Called once with every record, before the page shows it. */
  readonly onRecord: (record: RunRecord, ticket: Ticket | null) => void;
}

/** The options of a start that no plan has. */
interface StartOptions {
  readonly engine: Engine;
  /** For a plan that asks for the consent to write. */
  readonly agreedToWriteBytes?: number;
  /** For a plan that needs a folder or a file. */
  readonly picked?: Picked | null;
}

/** Engines without a drive: their times say nothing about this browser. */
const WITHOUT_DRIVE: ReadonlySet<Engine> = new Set<Engine>(['scripted', 'memory']);

/** One run at a time, of any family, from the click to the record. Components read it and call `start` and `stop`. */
export class RunSession {
  readonly #dependencies: RunDependencies;
  readonly trace = new LiveTrace();
  #abort: AbortController | null = null;
  #state = $state.raw<RunState>({ kind: 'idle' });
  #plan = $state.raw<Plan | null>(null);
  #result = $state.raw<Result | null>(null);
  #progress = $state.raw<Progress | null>(null);
  #layout = $state.raw<Layout | null>(null);
  #clockStepNs = $state.raw<number | null>(null);
  #ticket = $state.raw<Ticket | null>(null);
  #stopping = $state(false);
  #isResumed = $state(false);
  #wasCut = $state(false);
  #reloads = false;
  #running = $derived(this.#state.kind === 'preparing' || this.#state.kind === 'running');

  constructor(dependencies: RunDependencies) {
    this.#dependencies = dependencies;
  }

  get state(): RunState {
    return this.#state;
  }
  /** The plan of the run under way or the last one. */
  get plan(): Plan | null {
    return this.#plan;
  }
  get running(): boolean {
    return this.#running;
  }
  /** Stop was clicked, and the workers have not yet left their loops. */
  get stopping(): boolean {
    return this.#stopping;
  }
  /** The run goes on after the page has reloaded itself. */
  get resumed(): boolean {
    return this.#isResumed;
  }
  /** The page was reloaded or left in the middle of the run that is shown. */
  get wasCut(): boolean {
    return this.#wasCut;
  }
  /** Something would be lost without this page: not where it reloads itself, to go on. */
  get needsPage(): boolean {
    return this.running && !this.#reloads;
  }
  /** As far as it is known: grows while the run goes on. */
  get result(): Result | null {
    return this.#result;
  }
  get progress(): Progress | null {
    return this.#progress;
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

  /** Writes the file of a cold plan. Afterwards it is as if nothing had run, or the trouble is shown. */
  async prepare(plan: MatrixPlan, agreedToWriteBytes: number, prepareCold: PrepareCold): Promise<void> {
    if (this.running) return;
    const { client, rates } = this.#dependencies;
    const { signal } = this.#reset(plan);
    const onEvent = (event: PrepareEvent) => this.#receive(event, true);
    try {
      const { status, failure } = await prepareCold({
        plan,
        agreedToWriteBytes,
        client,
        signal,
        rates: rates(),
        onEvent,
      });
      this.#state =
        status === 'failed' ? { kind: 'failed', trouble: troubleOfFailure(failure), record: null } : { kind: 'idle' };
    } catch (error) {
      this.#state = { kind: 'failed', trouble: troubleOfError(error), record: null };
    } finally {
      this.#end();
    }
  }

  /** Resolves when the run has ended, however it did. */
  async start(plan: Plan, options: StartOptions): Promise<void> {
    if (this.running) return;
    const abort = this.#reset(plan);
    this.#ticket = options.engine === 'opfs-sync' ? await this.#dependencies.ticket(plan) : null;
    await this.#measure(plan, abort, options);
  }

  /** Goes on with a run whose page has reloaded itself. */
  async resume({ run, ticket, engine }: Paused): Promise<void> {
    if (this.running) return;
    const { plan, result } = run.record;
    const abort = this.#reset(plan);
    this.#ticket = ticket;
    this.#isResumed = true;
    this.#result = result;
    await this.#measure(plan, abort, { engine }, run);
  }

  /** Shows a run of this page before it was loaded again. */
  show({ record, ticket, wasCut }: Left): void {
    if (this.running) return;
    this.#reset(record.plan);
    this.#ticket = ticket;
    this.#wasCut = wasCut;
    if (wasCut) this.#dependencies.onRecord(record, ticket);
    this.#endWith(record);
    this.#end();
  }

  async #measure(
    plan: Plan,
    { signal }: AbortController,
    { engine, agreedToWriteBytes = 0, picked = null }: StartOptions,
    resume?: PausedRun,
  ): Promise<void> {
    const { run, client, rates, onRecord, reload, leave, dropPaused } = this.#dependencies;
    let isLeft = false;
    const onDrive = !WITHOUT_DRIVE.has(engine);
    try {
      const record: RunRecord = await run({
        plan,
        engine,
        agreedToWriteBytes,
        ...(picked && { picked }),
        ...(resume && { resume }),
        client,
        signal,
        rates: onDrive ? rates() : {},
        onEvent: (event) => this.#receive(event, onDrive),
        onReload: (paused) => {
          this.#reloads = true;
          this.#reloads = reload({ run: paused, ticket: this.#ticket, engine });
          return this.#reloads;
        },
        onLeave: (soFar) => {
          isLeft = true;
          leave({ record: soFar, ticket: this.#ticket, wasCut: true });
        },
      });
      onRecord(record, this.#ticket);
      this.#endWith(record);
    } catch (error) {
      // Jobs that were finished before the page reloaded itself are not lost with the rest.
      const record = resume?.record ?? null;
      if (record) onRecord(record, this.#ticket);
      this.#state = { kind: 'failed', trouble: troubleOfError(error), record };
    } finally {
      // The run still ends while its page goes away.
      if (!isLeft) dropPaused();
      this.#end();
    }
  }

  #endWith(record: RunRecord): void {
    this.#result = record.result;
    this.#state =
      record.status === 'failed'
        ? { kind: 'failed', trouble: troubleOfRecord(record), record }
        : { kind: 'done', record };
  }

  stop(): void {
    if (!this.#abort) return;
    this.#stopping = true;
    this.#abort.abort();
  }

  #reset(plan: Plan): AbortController {
    const abort = new AbortController();
    this.#abort = abort;
    this.#state = { kind: 'preparing' };
    this.#plan = plan;
    this.#result = null;
    this.#progress = null;
    this.#ticket = null;
    this.#stopping = false;
    this.#isResumed = false;
    this.#wasCut = false;
    this.#reloads = false;
    this.trace.clear();
    return abort;
  }

  #end(): void {
    this.#abort = null;
    this.#stopping = false;
    this.trace.end();
  }

  #receive(event: RunEvent, keepsRates: boolean): void {
    switch (event.type) {
      case 'prepared':
        this.#layout = event.layout;
        this.#clockStepNs = event.clockStepNs;
        this.#state = { kind: 'running' };
        return;
      case 'progress':
        this.#progress = event.progress;
        this.trace.follow(event.progress);
        return;
      case 'result':
        this.#result = event.result;
        return;
      case 'timed':
        if (keepsRates) this.#dependencies.keepRates(event.steps);
        return;
      default:
        assertNever(event);
    }
  }
}
