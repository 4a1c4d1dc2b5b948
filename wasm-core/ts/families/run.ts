import type { Failure } from '@opfsmark/schema/documents';
import {
  familyPlanProblems,
  type FamilyId,
  type FamilyPlanOf,
  type FamilyRecord,
  type FamilyResult,
  type FamilyResultOf,
} from '@opfsmark/schema/families';
import { failureFrom, RunRefused, Stopped } from '../page/errors.ts';
import type { Host } from '../page/host.ts';
import { perform, refuseMissing } from '../page/perform.ts';
import { prepare } from './matrix/run.ts';
import type { Session } from '../page/session.ts';
import type { FamilyEvent, FamilyRunOptions, RunEvent } from '../api.ts';
import { engineOf } from './picked-folder/picked.ts';
import { workloadOf } from './registry.ts';
import type { Workload } from './workload.ts';

/** A family speaks of results as they grow instead of jobs; where the run is, both say alike. */
function forward(onEvent: ((event: FamilyEvent) => void) | undefined): (event: RunEvent) => void {
  return (event) => {
    if (event.type === 'progress') onEvent?.(event);
  };
}

type End = Pick<FamilyRecord, 'status' | 'failure'>;

async function measure<Id extends FamilyId>(
  session: Session,
  workload: Workload<Id>,
  plan: FamilyPlanOf<Id>,
  publish: (result: FamilyResultOf<Id>) => void,
): Promise<End> {
  let failure: Failure | undefined;
  try {
    await prepare(session);
    session.progress.plan(workload.steps(plan, session.layout));
    publish(workload.empty(plan, session.layout));
    await workload.measure(session, plan, publish);
  } catch (error) {
    if (error instanceof RunRefused) throw error;
    if (error instanceof Stopped) return { status: 'stopped' };
    failure = failureFrom(error);
  }
  return failure ? { status: 'failed', failure } : { status: 'done' };
}

/** See `Run` in run-api.ts. */
export async function runFamilyOn(host: Host, options: FamilyRunOptions): Promise<FamilyRecord> {
  const { plan, onEvent } = options;
  const problems = familyPlanProblems(plan);
  if (problems.length > 0) throw new RunRefused('invalid_plan', problems);
  await refuseMissing(host, options.engine);
  const workload = await workloadOf(plan.family, options.picked);
  const engine = options.picked ? { engine: engineOf(options.picked) } : {};
  return perform(host, { ...options, ...engine, onEvent: forward(onEvent) }, workload.files(plan), async (session) => {
    let result: FamilyResult = workload.empty(plan, session.layout);
    const end = await measure(session, workload, plan, (next) => {
      result = next;
      onEvent?.({ type: 'result', result: next });
    });
    return { ...end, plan, result };
  });
}
