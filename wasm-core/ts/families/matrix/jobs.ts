import type { JobResult, Pass } from '@opfsmark/schema/documents';
import {
  filePartOf,
  jobsOf,
  passesOfJob,
  passesOfLoop,
  passStep,
  hasParts,
  restStep,
  revisits,
  recordedReads,
  rowOf,
  verifyStep,
  visitEvery,
  workersOfJob,
  type MatrixPlan,
} from '@opfsmark/schema/families';
import { bytesPerSecond, wantsAnotherLoop } from '@opfsmark/schema/figures';
import type { PassHead } from '@opfsmark/schema/schedule';
import type { RunningJob } from '../../api.ts';
import { CallFailed, failureFrom, Stopped } from '../../page/errors.ts';
import type { FileSet } from '../../page/file-set.ts';
import { attachFiles } from '../../page/handles.ts';
import { SAMPLED_SECTORS } from '../../page/requests.ts';
import { runPass, verifyRow } from '../../page/run-pass.ts';
import type { Session } from '../../page/session.ts';
import type { Findings } from './findings.ts';
import { partSet } from './parts.ts';

/** One row in one direction, and the result it has come to so far. */
class Job {
  readonly #session: Session;
  readonly #plan: MatrixPlan;
  readonly #job: RunningJob;
  readonly #onChange: (result: JobResult) => void;
  #result: JobResult;

  constructor(session: Session, plan: MatrixPlan, job: RunningJob, onChange: (result: JobResult) => void) {
    this.#session = session;
    this.#plan = plan;
    this.#job = job;
    this.#onChange = onChange;
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

  /** Always comes to a result, which keeps the passes that were finished. */
  async run(): Promise<JobResult> {
    this.#change({});
    try {
      await this.#measure();
      this.#change({ status: 'done' });
    } catch (error) {
      if (!(error instanceof Stopped)) this.#change({ status: 'failed', failure: failureFrom(error) });
    }
    return this.#result;
  }

  async #measure(): Promise<void> {
    const plan = this.#plan;
    await this.#rest();
    // The parts that were read before have taken the place of the session's own files.
    if (hasParts(plan) && !this.#isReadOnce) {
      await attachFiles(this.#session.pool, this.#session.fileSet, 'filled');
    }
    for (const pass of passesOfJob(plan, this.#job)) {
      await this.#pass(pass);
      if (this.#isReadOnce) await this.#verify(pass.loop);
    }
    for (let loop = plan.loops + 1; plan.until_stable && !this.#isReadOnce && this.#isUnstable; loop++) {
      for (const pass of passesOfLoop(plan, this.#job, loop)) await this.#pass(pass);
    }
    if (this.#job.direction === 'read' && !this.#isReadOnce) await this.#verify();
  }

  async #rest(): Promise<void> {
    const { interval_s: seconds, loops } = this.#plan;
    const place = { phase: 'resting', job: this.#job, passKind: null, loop: 0, loops } as const;
    this.#session.enter(place, seconds > 0 ? restStep(this.#plan, this.#job.index) : undefined);
    if (seconds > 0) await this.#session.rest(seconds);
  }

  async #pass(head: PassHead): Promise<void> {
    const plan = this.#plan;
    const { row, passes } = this.#result;
    const set = this.#partOfLoop(head.loop);
    const step = passStep(plan, this.#job.index, this.#job, head);
    if (set) await attachFiles(this.#session.pool, set, 'filled');
    const pass: Pass = await runPass(this.#session, {
      job: this.#job,
      row,
      pass: head,
      loops: Math.max(plan.loops, head.loop),
      step,
      mixReadPercent: plan.mix_read_percent,
      isReadOnce: this.#isReadOnce,
      // Not more is written than was agreed to.
      mayRepeat: this.#job.direction === 'read' || plan.cache !== 'deep',
      visits: revisits(plan, this.#job) ? 'again' : this.#isReadOnce ? 'claimed' : 'once',
      visitEvery: visitEvery(row, this.#job),
      ...(set && { set }),
    });
    this.#change({ passes: [...passes, pass] });
  }

  /** `loop`: where each has its own part of the file. */
  async #verify(loop = 0): Promise<void> {
    const plan = this.#plan;
    const { row, verified_sectors } = this.#result;
    const set = this.#partOfLoop(loop);
    const sectors = await verifyRow(this.#session, {
      job: this.#job,
      row,
      loops: plan.loops,
      step: verifyStep(plan, this.#job.index, this.#job, loop),
      sectors: plan.verify === 'all' ? 'all' : SAMPLED_SECTORS / (set ? plan.loops : 1),
      ...(set && { set }),
    });
    this.#change({ verified_sectors: verified_sectors + sectors });
  }

  /** Where every loop reads what no other has touched. */
  #partOfLoop(loop: number): FileSet | null {
    if (!this.#isReadOnce) return null;
    return partSet(this.#plan, this.#session.layout, filePartOf(this.#plan, this.#job, loop));
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

/** Goes on with the next job after one that failed, and then throws its failure. */
export async function runJobs(session: Session, plan: MatrixPlan, findings: Findings): Promise<void> {
  let first: CallFailed | null = null;
  let isTrusted = true;
  for (const [index, head] of jobsOf(plan).entries()) {
    try {
      if (!isTrusted) await session.renewPool();
    } catch (error) {
      // What broke the job before is the cause, not that its files are gone now.
      throw error instanceof Stopped ? error : (first ?? error);
    }
    const job = new Job(session, plan, { index, ...head }, (result) => findings.setJob(index, result));
    const { status, failure } = await job.run();
    session.throwIfStopped();
    if (failure) {
      first ??= new CallFailed(failure);
      session.abandonStep();
    }
    // A wrong byte is the file's fault; after anything else no worker is trusted with the next job.
    isTrusted = status === 'done' || failure?.code === 'verify_failed';
  }
  if (first) throw first;
}
