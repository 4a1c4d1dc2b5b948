import type { Failure, JobResult, Pass } from '@opfsmark/schema/documents';
import {
  filePartOf,
  loopsOfJob,
  passesOfJob,
  passesOfLoop,
  passStep,
  restStep,
  recordedReads,
  rowOf,
  verifyStep,
  workersOfJob,
} from '@opfsmark/schema/families/matrix/schedule';
import { firstWriteBytes, hasEnough, nextWriteBytes } from '@opfsmark/schema/families/matrix/pacing';
import { hasParts, isByTime, jobsOf, turnsOf } from '@opfsmark/schema/families/matrix/jobs';
import { revisits, visitEvery } from '@opfsmark/schema/families/matrix/budget';
import type { MatrixPlan } from '@opfsmark/schema/families/matrix/plan-schema';
import { bytesPerSecond, fillBytesPerSecond, wantsAnotherLoop } from '@opfsmark/schema/figures';
import type { JobSpec, PassSpec } from '@opfsmark/schema/schedule';
import type { RunningJob } from '../../api.ts';
import { CallFailed, failureFrom, Stopped } from '../../page/errors.ts';
import { attachFiles, type FileSet } from '../../page/handles.ts';
import { runPass, SAMPLED_SECTORS, verifyRow } from '../../page/passes.ts';
import type { Session } from '../../page/session.ts';
import { partSet, type Findings } from './findings.ts';

/** A slow drive reads what is verified, too: by time, a part of it tells. */
const VERIFIED_BY_TIME = 1 / 8;

/** One row in one direction, and the result it has come to so far. */
class Job {
  readonly #session: Session;
  readonly #plan: MatrixPlan;
  readonly #job: RunningJob;
  readonly #onChange: (result: JobResult) => void;
  #result: JobResult;
  /** By time: what the next pass may write before its flush, as far as the drive was seen to flush. */
  #writeBytes: number;

  constructor(
    session: Session,
    plan: MatrixPlan,
    job: RunningJob,
    options: { readonly fillBytesPerS: number; readonly onChange: (result: JobResult) => void },
  ) {
    this.#session = session;
    this.#plan = plan;
    this.#job = job;
    this.#onChange = options.onChange;
    this.#writeBytes = isByTime(plan) ? firstWriteBytes(plan, job, options.fillBytesPerS) : Number.POSITIVE_INFINITY;
    const row = rowOf(plan, job);
    const reads = recordedReads(job, session.engine);
    this.#result = {
      row,
      direction: job.direction,
      ...(reads && { reads }),
      status: 'stopped',
      workers: workersOfJob(plan, job),
      layout: session.layout,
      passes: [],
      verified_sectors: 0,
    };
  }

  get failure(): Failure | undefined {
    return this.#result.failure;
  }

  /** Rests and warms up. */
  async begin(): Promise<void> {
    this.#change({});
    await this.#rest();
    // The parts that were read before have taken the place of the session's own files.
    if (hasParts(this.#plan) && !isByTime(this.#plan) && !this.#isReadOnce) {
      await attachFiles(this.#session.pool, this.#session.fileSet, 'filled');
    }
    for (const pass of passesOfJob(this.#plan, this.#job).filter(({ loop }) => loop === 0)) await this.#pass(pass);
  }

  wantsLoop(loop: number): boolean {
    if (this.failure) return false;
    if (this.#missingPasses(loop).length > 0) return true;
    const { until_stable } = this.#plan;
    return until_stable && !isByTime(this.#plan) && !this.#isReadOnce && this.#isUnstable;
  }

  /** By time, what a loop has found is a result, which the next ones make surer. */
  async loop(loop: number): Promise<void> {
    const missingPasses = this.#missingPasses(loop);
    for (const pass of missingPasses.length > 0 ? missingPasses : passesOfLoop(this.#plan, this.#job, loop))
      await this.#pass(pass);
    if (this.#isReadOnce) await this.#verify(loop);
    if (isByTime(this.#plan)) this.#change({ status: 'done' });
  }

  async end(): Promise<void> {
    if (this.#job.direction === 'read' && !this.#isReadOnce) await this.#verify();
    this.#change({ status: 'done' });
  }

  fail(error: unknown): void {
    this.#change({ status: 'failed', failure: failureFrom(error) });
  }

  /** The passes of a loop whose kinds have not had enough yet. */
  #missingPasses(loop: number): PassSpec[] {
    const plan = this.#plan;
    const { row, passes } = this.#result;
    const loops = loopsOfJob(plan, this.#job);
    return passesOfLoop(plan, this.#job, loop).filter(
      ({ kind }) => loop <= loops && !hasEnough(plan, row, this.#job, { kind, passes, loops }),
    );
  }

  async #rest(): Promise<void> {
    const { interval_s: seconds } = this.#plan;
    const place = { phase: 'resting', job: this.#job, passKind: null, loop: 0, loops: this.#loops } as const;
    this.#session.enter(place, seconds > 0 ? restStep(this.#plan, this.#job.index) : undefined);
    if (seconds > 0) await this.#session.rest(seconds);
  }

  async #pass(spec: PassSpec): Promise<void> {
    const plan = this.#plan;
    const { row, passes } = this.#result;
    const isBounded = isByTime(plan) && spec.flush === 'end';
    const head = isBounded ? { ...spec, maxBytes: Math.min(spec.maxBytes ?? Infinity, this.#writeBytes) } : spec;
    const set = this.#partOfLoop(head.loop);
    const step = passStep(plan, this.#job.index, this.#job, head);
    if (set) await attachFiles(this.#session.pool, set, 'filled');
    const pass: Pass = await runPass(this.#session, {
      job: this.#job,
      row,
      pass: head,
      loops: Math.max(this.#loops, head.loop),
      step,
      mixReadPercent: plan.mix_read_percent,
      isReadOnce: this.#isReadOnce,
      // Not more is written than was agreed to.
      mayRepeat: this.#job.direction === 'read' || plan.cache !== 'deep',
      visits: revisits(plan, this.#job) ? 'again' : this.#isReadOnce ? 'claimed' : 'once',
      visitEvery: visitEvery(row, this.#job),
      ...(set && { set }),
    });
    if (isBounded) this.#writeBytes = nextWriteBytes(plan, this.#job, pass);
    this.#change({ passes: [...passes, pass] });
  }

  /** `loop`: where each has its own part of the file. */
  async #verify(loop = 0): Promise<void> {
    const plan = this.#plan;
    const { row, verified_sectors } = this.#result;
    const set = this.#partOfLoop(loop);
    const share = set ? (isByTime(plan) ? VERIFIED_BY_TIME : 1) / this.#loops : 1;
    const sectors = await verifyRow(this.#session, {
      job: this.#job,
      row,
      loops: this.#loops,
      step: verifyStep(plan, this.#job.index, this.#job, loop),
      sectors: plan.verify === 'all' ? 'all' : SAMPLED_SECTORS * share,
      ...(set && { set }),
    });
    this.#change({ verified_sectors: verified_sectors + sectors });
  }

  /** Where every loop reads what no other has touched. */
  #partOfLoop(loop: number): FileSet | null {
    if (!this.#isReadOnce) return null;
    return partSet(this.#plan, this.#session.layout, filePartOf(this.#plan, this.#job, loop));
  }

  get #loops(): number {
    return loopsOfJob(this.#plan, this.#job);
  }

  /** Each loop has a part of its own, which is read once. */
  get #isReadOnce(): boolean {
    return this.#job.reads === 'drive';
  }

  get #isUnstable(): boolean {
    return wantsAnotherLoop(bytesPerSecond(this.#result)?.values ?? []);
  }

  #change(changes: Partial<JobResult>): void {
    this.#result = { ...this.#result, ...changes };
    this.#onChange(this.#result);
  }
}

/** Runs jobs in turns, and goes on with the others after one that failed. */
export class JobRunner {
  readonly #session: Session;
  readonly #plan: MatrixPlan;
  readonly #findings: Findings;
  #firstFailure: CallFailed | null = null;
  #isTrusted = true;

  constructor(session: Session, plan: MatrixPlan, findings: Findings) {
    this.#session = session;
    this.#plan = plan;
    this.#findings = findings;
  }

  /** Those jobs that are due, each of which comes to a result that keeps the passes that were finished. */
  async run(isDue: (head: JobSpec) => boolean = () => true): Promise<void> {
    const heads = jobsOf(this.#plan);
    const { fill } = this.#findings.result;
    const fillBytesPerS = (fill && fillBytesPerSecond(fill)) ?? 0;
    for (const turns of turnsOf(this.#plan)) {
      const dueJobs = turns.flatMap((index) => {
        const head = heads[index];
        if (!head || !isDue(head)) return [];
        const onChange = (result: JobResult) => this.#findings.setJob(index, result);
        return new Job(this.#session, this.#plan, { index, ...head }, { fillBytesPerS, onChange });
      });
      await this.#runInTurns(dueJobs);
    }
  }

  /** The first failure, when all jobs have had their turns. */
  throwFailure(): void {
    if (this.#firstFailure) throw this.#firstFailure;
  }

  async #runInTurns(jobs: readonly Job[]): Promise<void> {
    for (const job of jobs) await this.#attempt(job, () => job.begin());
    for (let loop = 1; jobs.some((job) => job.wantsLoop(loop)); loop++) {
      for (const job of jobs) if (job.wantsLoop(loop)) await this.#attempt(job, () => job.loop(loop));
    }
    for (const job of jobs) await this.#attempt(job, () => job.end());
  }

  async #attempt(job: Job, work: () => Promise<void>): Promise<void> {
    if (job.failure) return;
    try {
      if (!this.#isTrusted) await this.#session.renewPool();
    } catch (error) {
      // The failure that broke the job before is the cause, not that its files are gone now.
      throw error instanceof Stopped ? error : (this.#firstFailure ?? error);
    }
    this.#isTrusted = true;
    try {
      await work();
    } catch (error) {
      if (error instanceof Stopped) throw error;
      job.fail(error);
      const failure = failureFrom(error);
      this.#firstFailure ??= new CallFailed(failure);
      this.#session.abandonStep();
      // A wrong byte is the file's fault; after anything else no worker is trusted with the next job.
      this.#isTrusted = failure.code === 'verify_failed';
    }
    this.#session.throwIfStopped();
  }
}
