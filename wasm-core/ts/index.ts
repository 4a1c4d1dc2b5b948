import { BROWSER_HOST } from './orchestrator/browser-host.ts';
import { findPreparedOn } from './orchestrator/prepared.ts';
import { checkSupportOn } from './orchestrator/support.ts';
import type { FamilyRecord, RunRecord } from '@opfsmark/schema';
import type {
  CheckSupport,
  DiscardPrepared,
  FamilyRunOptions,
  FindPrepared,
  PrepareCold,
  Run,
  RunOptions,
} from './run-api.ts';

/**
 * The OPFSMark engine. In any page that is cross-origin isolated:
 *
 * ```ts
 * import { bytesPerSecond, planOf, run } from '@opfsmark/core';
 *
 * const record = await run({ plan: planOf('quick') });
 * for (const job of record.result.jobs) console.log(job.direction, bytesPerSecond(job)?.median);
 * ```
 */
export const run: Run = runAny;

function runAny(options: RunOptions): Promise<RunRecord>;
function runAny(options: FamilyRunOptions): Promise<FamilyRecord>;
// What measures comes in chunks of its own: a page loads them when it begins, and the families only with one of them.
async function runAny(options: RunOptions | FamilyRunOptions): Promise<RunRecord | FamilyRecord> {
  if (isFamilyRun(options)) {
    const { runFamilyOn } = await import('./workloads/run-family.ts');
    return runFamilyOn(BROWSER_HOST, options);
  }
  const { runOn } = await import('./orchestrator/run.ts');
  return runOn(BROWSER_HOST, options);
}

function isFamilyRun(options: RunOptions | FamilyRunOptions): options is FamilyRunOptions {
  return options.plan.family !== 'matrix';
}

/** Also deletes files that a killed browser left behind: worth calling when the page opens. */
export const checkSupport: CheckSupport = () => checkSupportOn(BROWSER_HOST);

export const prepareCold: PrepareCold = async (options) => {
  const { prepareColdOn } = await import('./orchestrator/cold.ts');
  return prepareColdOn(BROWSER_HOST, options);
};
export const findPrepared: FindPrepared = () => findPreparedOn(BROWSER_HOST);
export const discardPrepared: DiscardPrepared = async () => {
  const { discardPreparedOn } = await import('./orchestrator/cold.ts');
  return discardPreparedOn(BROWSER_HOST);
};

export type { Picked } from './workloads/picked-folder/picked.ts';
export { RunRefused } from './orchestrator/errors.ts';
export { whenClosed } from './orchestrator/host.ts';
export type * from './run-api.ts';
export {
  bytesPerSecond,
  estimate,
  headlineFigure,
  iops,
  latency,
  latencyPasses,
  planFromParameters,
  planOf,
  planToParameters,
  rowName,
  type JobResult,
  type MatrixPlan,
  type Plan,
  type ProfileId,
  type RunRecord,
} from '@opfsmark/schema';
