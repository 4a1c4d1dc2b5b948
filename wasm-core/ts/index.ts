import { BROWSER_HOST } from './orchestrator/browser-host.ts';
import { runOn } from './orchestrator/run.ts';
import { checkSupportOn } from './orchestrator/support.ts';
import type { CheckSupport, Run } from './run-api.ts';

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
export const run: Run = (options) => runOn(BROWSER_HOST, options);

/** Also deletes files that a killed browser left behind: worth calling when the page opens. */
export const checkSupport: CheckSupport = () => checkSupportOn(BROWSER_HOST);

export { RunRefused } from './orchestrator/errors.ts';
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
