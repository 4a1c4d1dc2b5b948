import { BROWSER_HOST } from './page/browser-host.ts';
import { findPreparedOn } from './page/prepared.ts';
import { checkSupportOn } from './page/support.ts';
import type { FamilyRecord, RunRecord } from '@opfsmark/schema/families';
import type {
  CheckSupport,
  DiscardPrepared,
  FamilyRunOptions,
  FindPrepared,
  PrepareCold,
  Run,
  RunOptions,
} from './api.ts';

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
    const { runFamilyOn } = await import('./families/run.ts');
    return runFamilyOn(BROWSER_HOST, options);
  }
  const { runOn } = await import('./families/matrix/run.ts');
  return runOn(BROWSER_HOST, options);
}

function isFamilyRun(options: RunOptions | FamilyRunOptions): options is FamilyRunOptions {
  return options.plan.family !== 'matrix';
}

/** Also deletes files that a killed browser left behind: worth calling when the page opens. */
export const checkSupport: CheckSupport = () => checkSupportOn(BROWSER_HOST);

export const prepareCold: PrepareCold = async (options) => {
  const { prepareColdOn } = await import('./families/matrix/cold.ts');
  return prepareColdOn(BROWSER_HOST, options);
};
export const findPrepared: FindPrepared = () => findPreparedOn(BROWSER_HOST);
export const discardPrepared: DiscardPrepared = async () => {
  const { discardPreparedOn } = await import('./families/matrix/cold.ts');
  return discardPreparedOn(BROWSER_HOST);
};

export type { Picked } from './families/picked-folder/picked.ts';
export { RunRefused } from './page/errors.ts';
export { whenClosed } from './page/host.ts';
export type * from './api.ts';
export { rowName, type JobResult } from '@opfsmark/schema/documents';
export {
  estimate,
  planFromParameters,
  planOf,
  planToParameters,
  type MatrixPlan,
  type Plan,
  type ProfileId,
  type RunRecord,
} from '@opfsmark/schema/families';
export { bytesPerSecond, headlineFigure, iops, latency, latencyPasses } from '@opfsmark/schema/figures';
