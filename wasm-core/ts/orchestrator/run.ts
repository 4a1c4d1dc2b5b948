import {
  floorsOf,
  jobsOf,
  planProblems,
  type Failure,
  type Fill,
  type Floor,
  type JobResult,
  type RunRecord,
} from '@opfsmark/schema';
import { hasFiles, SHARED_FILE } from '../files.ts';
import type { RunOptions } from '../run-api.ts';
import { clockStepOf } from './environment.ts';
import { CallFailed, failureFrom, RunRefused, Stopped } from './errors.ts';
import { attachAll, detectLayout } from './handles.ts';
import type { Host } from './host.ts';
import { commonWindowNs, mergeFloor } from './merge.ts';
import { perform, refuseMissing } from './perform.ts';
import { placeBeforeJobs } from './progress.ts';
import { fillRequests, floorRequests } from './requests.ts';
import { runJob } from './run-job.ts';
import { fillStep, floorStep, stepsOf } from './schedule.ts';
import type { Session } from './session.ts';

/** What has been measured so far; whatever ends the run, this is kept. */
interface Findings {
  fill?: Fill;
  readonly floors: Floor[];
  readonly jobs: JobResult[];
}

async function refuseUnsupported(host: Host, options: RunOptions): Promise<void> {
  const problems = planProblems(options.plan);
  if (problems.length > 0) throw new RunRefused('invalid_plan', problems);
  if (options.plan.cache === 'cold') {
    throw new RunRefused('invalid_plan', ['cache: a cold read needs a file that was prepared before a restart']);
  }
  await refuseMissing(host, options.engine);
}

/** Not a single handle can be had: refused, or the method is not there. */
function isUnsupported(error: unknown): boolean {
  if (!(error instanceof CallFailed)) return false;
  return error.failure.code === 'not_allowed' || error.failure.detail.startsWith('TypeError');
}

export async function prepare(session: Session): Promise<void> {
  const { plan, host, engine } = session;
  session.enter(placeBeforeJobs('preparing'));
  if (hasFiles(engine)) await session.unlessStopped(host.deleteFiles());
  await session.startPool();
  try {
    session.layout = await detectLayout(session.pool, SHARED_FILE);
    await attachAll(session.pool, plan, session.layout, 'new');
  } catch (error) {
    throw isUnsupported(error) ? new RunRefused('unsupported', ['no_sync_handles']) : error;
  }
  session.throwIfStopped();
  session.progress.plan(stepsOf(plan, session.layout));
  session.emit({
    type: 'prepared',
    layout: session.layout,
    clockStepNs: clockStepOf(session.clocks),
    jobs: jobsOf(plan),
  });
}

export async function fill(session: Session): Promise<Fill> {
  const { plan, layout, pool } = session;
  session.enter(placeBeforeJobs('filling'), fillStep(plan, layout));
  const replies = await pool.together('fill', fillRequests(plan, layout));
  const filled: Fill = {
    bytes: replies.reduce((sum, reply) => sum + reply.bytes, 0),
    elapsed_ns: commonWindowNs(replies.map(({ beganMs, elapsedNs }) => ({ beganMs, lastedNs: elapsedNs }))),
    flush_ns: Math.max(...replies.map((reply) => reply.flushNs)),
  };
  session.progress.settle(pool.control, filled.bytes);
  session.throwIfStopped();
  session.emit({ type: 'filled', fill: filled });
  return filled;
}

async function probeFloors(session: Session, floors: Floor[]): Promise<void> {
  const { plan, layout, pool } = session;
  for (const [index, { blockBytes, workers }] of floorsOf(plan).entries()) {
    session.enter(placeBeforeJobs('preparing'), floorStep(index));
    const replies = await pool.together('floor', floorRequests(plan, layout, blockBytes, workers));
    session.throwIfStopped();
    floors.push(mergeFloor(blockBytes, replies));
  }
}

async function runJobs(session: Session, jobs: JobResult[]): Promise<void> {
  let trusted = true;
  for (const [job, head] of jobsOf(session.plan).entries()) {
    if (!trusted) await session.renewPool();
    const result = await runJob(session, job, head);
    jobs.push(result);
    session.emit({ type: 'job-done', job, result });
    session.throwIfStopped();
    // A wrong byte is the file's fault; after anything else no worker is trusted with the next job.
    trusted = result.status === 'done' || result.failure?.code === 'verify_failed';
  }
}

async function measure(session: Session, findings: Findings): Promise<Pick<RunRecord, 'status' | 'failure'>> {
  let failure: Failure | undefined;
  try {
    await prepare(session);
    findings.fill = await fill(session);
    await probeFloors(session, findings.floors);
    await runJobs(session, findings.jobs);
  } catch (error) {
    if (error instanceof RunRefused) throw error;
    if (error instanceof Stopped) return { status: 'stopped' };
    failure = failureFrom(error);
  }
  failure = findings.jobs.find((job) => job.failure)?.failure ?? failure;
  return failure ? { status: 'failed', failure } : { status: 'done' };
}

/** See `Run` in run-api.ts. */
export async function runOn(host: Host, options: RunOptions): Promise<RunRecord> {
  await refuseUnsupported(host, options);
  const { plan } = options;
  return perform(host, options, plan, async (session) => {
    const findings: Findings = { floors: [], jobs: [] };
    const end = await measure(session, findings);
    return { ...end, plan, result: { family: 'matrix' as const, ...findings } };
  });
}
