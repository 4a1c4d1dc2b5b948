import type { Failure, Fill, Floor, JobResult } from '@opfsmark/schema/documents';
import {
  estimate,
  floorsOf,
  hotPlanOf,
  jobsOf,
  planProblems,
  readsOnce,
  samePlan,
  type RunRecord,
} from '@opfsmark/schema/families';
import { hasFiles, SHARED_FILE } from '../../protocol/files.ts';
import type { RunOptions } from '../../api.ts';
import { clockStepOf } from '../../page/environment.ts';
import { CallFailed, failureFrom, RunRefused, Stopped } from '../../page/errors.ts';
import { fill, fillParts } from '../../page/fill.ts';
import { attachAll, detectLayout } from '../../page/handles.ts';
import type { Host } from '../../page/host.ts';
import { mergeFloor } from '../../page/merge.ts';
import { perform, refuseMissing } from '../../page/perform.ts';
import { placeBeforeJobs } from '../../page/progress.ts';
import { deleteLeftovers, findPreparedOn } from '../../page/prepared.ts';
import { floorRequests } from '../../page/requests.ts';
import { runJob } from './run-job.ts';
import { floorStep, stepsOf } from './schedule.ts';
import type { Session } from '../../page/session.ts';

export { fill };

/** What has been measured so far; whatever ends the run, this is kept. */
interface Findings {
  fill?: Fill;
  readonly floors: Floor[];
  readonly jobs: JobResult[];
}

async function refuseUnsupported(host: Host, options: RunOptions): Promise<void> {
  const problems = planProblems(options.plan);
  if (problems.length > 0) throw new RunRefused('invalid_plan', problems);
  const { plan, agreedToWriteBytes = 0 } = options;
  const writes = estimate(plan, 'per-worker').bytesWrittenMax;
  if (plan.cache === 'deep' && agreedToWriteBytes < Math.min(writes, estimate(plan, 'shared').bytesWrittenMax)) {
    throw new RunRefused('not_agreed', [`writes ${writes} bytes`]);
  }
  await refuseMissing(host, options.engine);
}

/** A cold run reads what was prepared for exactly this plan. */
async function refuseUnprepared({ host, plan, engine, layout }: Session): Promise<void> {
  if (plan.cache !== 'cold' || !hasFiles(engine)) return;
  const prepared = await findPreparedOn(host);
  if (!prepared) throw new RunRefused('not_prepared');
  if (!samePlan(prepared.plan, plan)) throw new RunRefused('not_prepared', ['plan']);
  if (prepared.layout !== layout) throw new RunRefused('not_prepared', ['layout']);
}

/** Not a single handle can be had: refused, or the method is not there. */
function isUnsupported(error: unknown): boolean {
  if (!(error instanceof CallFailed)) return false;
  return error.failure.code === 'not_allowed' || error.failure.detail.startsWith('TypeError');
}

/** Leftovers are gone, the workers are there, and the layout is known. */
export async function startOn(session: Session, attach: () => Promise<void> = () => Promise.resolve()): Promise<void> {
  const { host, engine } = session;
  session.enter(placeBeforeJobs('preparing'));
  if (hasFiles(engine)) await session.unlessStopped(deleteLeftovers(host));
  await session.startPool();
  try {
    session.layout = await detectLayout(session.pool, SHARED_FILE);
    await attach();
  } catch (error) {
    throw isUnsupported(error) ? new RunRefused('unsupported', ['no_sync_handles']) : error;
  }
  session.throwIfStopped();
}

export async function prepare(session: Session): Promise<void> {
  const { plan } = session;
  await startOn(session, () => attachAll(session.pool, hotPlanOf(plan), session.layout, 'new'));
  await session.unlessStopped(refuseUnprepared(session));
  session.progress.plan(stepsOf(plan, session.layout));
  session.emit({
    type: 'prepared',
    layout: session.layout,
    clockStepNs: clockStepOf(session.clocks),
    jobs: jobsOf(plan),
  });
}

async function probeFloors(session: Session, floors: Floor[]): Promise<void> {
  const { plan, layout, pool } = session;
  const hotPlan = hotPlanOf(plan);
  for (const [index, { blockBytes, workers }] of floorsOf(plan).entries()) {
    session.enter(placeBeforeJobs('preparing'), floorStep(index));
    const replies = await pool.together('floor', floorRequests(hotPlan, layout, blockBytes, workers));
    session.throwIfStopped();
    floors.push(mergeFloor(blockBytes, replies));
  }
}

async function runJobs(session: Session, { floors, jobs }: Findings): Promise<void> {
  let trusted = true;
  for (const [job, head] of jobsOf(session.plan).entries()) {
    if (!trusted) await session.renewPool();
    const result = await runJob(session, job, head);
    jobs.push(result);
    session.emit({ type: 'job-done', job, result, floors });
    session.throwIfStopped();
    // A wrong byte is the file's fault; after anything else no worker is trusted with the next job.
    trusted = result.status === 'done' || result.failure?.code === 'verify_failed';
  }
}

/** What is to be read once: written now, or found as it was prepared, and from here on no longer untouched. */
async function fillForOnce(session: Session, findings: Findings): Promise<void> {
  if (session.plan.cache === 'deep') findings.fill = await fillParts(session);
  if (session.plan.cache === 'cold') await session.unlessStopped(session.host.prepared?.spoil() ?? Promise.resolve());
}

async function measure(session: Session, findings: Findings): Promise<Pick<RunRecord, 'status' | 'failure'>> {
  let failure: Failure | undefined;
  try {
    await prepare(session);
    const filled = await fill(session);
    if (!readsOnce(session.plan)) findings.fill = filled;
    await probeFloors(session, findings.floors);
    await fillForOnce(session, findings);
    await runJobs(session, findings);
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
