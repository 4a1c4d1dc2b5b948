import type { Failure } from '@opfsmark/schema/documents';
import {
  bytesToAgreeTo,
  planProblemsFor,
  RECORD_FORMAT,
  stepsOf,
  type FamilyId,
  type Plan,
  type Result,
  type RunRecord,
} from '@opfsmark/schema/families';
import type { PausedRun, RecordOfPlan, RunEvent, RunOptions } from '../api.ts';
import { failureFrom, RunRefused, Stopped } from '../page/errors.ts';
import type { Host } from '../page/host.ts';
import { isOfCore } from '../page/reload-lease.ts';
import type { Session } from '../page/session.ts';
import { refuseMissing, refuseNotAgreed, startSession } from '../page/support.ts';
import { clockStepOf, withSession, type Frame, waitForLastCleaning } from '../page/with-session.ts';
import { Reloading, stepsAfterReload, withPaused, type Workload } from '../page/workload.ts';
import { workloadOf } from './registry.ts';

interface End {
  readonly status: 'done' | 'stopped' | 'failed';
  readonly failure?: Failure;
}

/** How `work` ended. Only what was refused is thrown on. */
async function endOf(work: Promise<void>): Promise<End> {
  try {
    await work;
    return { status: 'done' };
  } catch (error) {
    if (error instanceof RunRefused) throw error;
    if (error instanceof Stopped) return { status: 'stopped' };
    return { status: 'failed', failure: failureFrom(error) };
  }
}

async function measure(
  session: Session,
  workload: Workload<FamilyId>,
  plan: Plan,
  emit: (event: RunEvent) => void,
  reloading: Reloading,
): Promise<void> {
  await startSession(session);
  await session.unlessStopped(workload.checkReady?.(session, plan) ?? Promise.resolve());
  const { layout } = session;
  const { paused } = reloading;
  const steps = workload.steps?.(plan, layout) ?? stepsOf(workload.plans, plan, layout, session.rates);
  session.progress.forecast.replace(paused ? stepsAfterReload(steps) : steps);
  emit({ type: 'prepared', layout, clockStepNs: clockStepOf(session.clocks) });
  const publish = (result: Extract<RunEvent, { type: 'result' }>['result']) => emit({ type: 'result', result });
  publish(paused?.record.result ?? workload.plans.emptyResult(plan, layout));
  try {
    await workload.measure(session, plan, publish, reloading);
  } finally {
    reloading.cancel();
  }
}

function recordOf(plan: Plan, frame: Frame, { result, ...end }: End & { readonly result: Result }) {
  return { format: RECORD_FORMAT, family: plan.family, ...frame, ...end, plan, result };
}

async function runWorkload(host: Host, workload: Workload<FamilyId>, options: RunOptions) {
  const { plan, agreedToWriteBytes = 0, resume } = options;
  const engine = workload.engine ?? options.engine ?? 'opfs-sync';
  // Who goes on with a run had agreed to it before.
  if (!resume) refuseNotAgreed(bytesToAgreeTo(workload.plans, plan), agreedToWriteBytes);
  if (resume && !isOfCore(host.core, resume)) {
    throw new RunRefused('invalid_plan', ['resume: another version of the engine began this run']);
  }
  const steps = workload.steps?.(plan, 'shared') ?? stepsOf(workload.plans, plan, 'shared', options.rates);
  const setup = {
    ...options,
    engine,
    files: workload.files(plan),
    steps: resume ? stepsAfterReload(steps) : steps,
    ...(resume && {
      lease: resume.lease,
      earlier: { wallMs: resume.record.wall_ms, bytesWritten: resume.bytesWritten },
    }),
    onProgress: (progress: Extract<RunEvent, { type: 'progress' }>['progress']) =>
      options.onEvent?.({ type: 'progress', progress }),
    onTimed: (steps: Extract<RunEvent, { type: 'timed' }>['steps']) => options.onEvent?.({ type: 'timed', steps }),
  };
  const unbegun = await waitForLastCleaning(host, setup);
  // What a run has measured that goes on is in its session.
  if (unbegun && !resume) {
    return recordOf(plan, unbegun, { status: 'stopped', result: workload.plans.emptyResult(plan, 'shared') });
  }
  await refuseMissing(host, engine);
  const { frame, outcome } = await withSession(host, setup, async (session, frameSoFar) => {
    let result = resume?.record.result ?? workload.plans.emptyResult(plan, session.layout);
    const recordSoFar = () => {
      const currentFrame = frameSoFar();
      return recordOf(plan, resume ? withPaused(currentFrame, resume) : currentFrame, { status: 'stopped', result });
    };
    // Plan and result are of one family.
    session.onLeave = () => options.onLeave?.(recordSoFar() as unknown as RunRecord);
    const reloading = new Reloading({
      ...options,
      host,
      session,
      // Only a family that reloads the page asks for it.
      recordSoFar: () => recordSoFar() as unknown as PausedRun['record'],
      onTimed: setup.onTimed,
    });
    const emit = (event: RunEvent) => {
      if (event.type === 'result') result = event.result;
      options.onEvent?.(event);
    };
    const end = await endOf(measure(session, workload, plan, emit, reloading));
    return { ...end, result };
  });
  return recordOf(plan, resume ? withPaused(frame, resume) : frame, outcome);
}

async function runPlan<Of extends Plan>(host: Host, options: RunOptions<Of>): Promise<RecordOfPlan<Of>> {
  const { plan, picked, store } = options;
  const workload: Workload<FamilyId> = await workloadOf<FamilyId>(plan.family, picked, store);
  const problems = planProblemsFor(workload.plans, workload.schema, plan);
  if (problems.length > 0) throw new RunRefused('invalid_plan', problems);
  const record = await runWorkload(host, workload, options);
  // The workload was chosen by the plan's own id, so plan and result are of one family.
  return record as unknown as RecordOfPlan<Of>;
}

/** See `Run` in api.ts. */
export async function runOn<Of extends Plan>(host: Host, options: RunOptions<Of>): Promise<RecordOfPlan<Of>> {
  try {
    return await runPlan(host, options);
  } catch (error) {
    if (options.resume) host.reloads?.giveBack(options.resume.lease);
    throw error;
  }
}
