import type {
  CanResume,
  CheckSupport,
  DiscardPrepared,
  FindPrepared,
  GiveUpPaused,
  MeasureStore,
  PrepareCold,
  Run,
} from './api.ts';
import type { CheckUp } from './checkup/checkup.ts';
import { BROWSER_HOST } from './page/browser-host.ts';
import { findPreparedOn } from './page/host.ts';
import { canResumeOn } from './page/reload-lease.ts';
import { checkSupportOn } from './page/support.ts';

/**
 * The OPFSMark engine. In any page that is cross-origin isolated:
 *
 * ```ts
 * import { bytesPerSecond, run } from '@opfsmark/core';
 * import { standardPlan } from '@opfsmark/core/plans';
 *
 * const record = await run({ plan: standardPlan('matrix') });
 * for (const job of record.result.jobs) console.log(job.direction, bytesPerSecond(job)?.median);
 * ```
 */
export const run: Run = async (options) => {
  // The measuring code comes in chunks of its own, which a page loads when it begins.
  const { runOn } = await import('./families/run.ts');
  return runOn(BROWSER_HOST, options);
};

export const canResume: CanResume = (pausedRun) => canResumeOn(BROWSER_HOST.core, pausedRun);
export const giveUpPaused: GiveUpPaused = ({ lease }) => BROWSER_HOST.reloads?.giveBack(lease);

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

export const measureStore: MeasureStore = async (store, size) => {
  const { measureOwnStore } = await import('./stores/measure-store.ts');
  return measureOwnStore(store, size);
};

/** Tries one thing after the other that the engine relies on, and tells what was seen; takes a minute at most. */
export const checkUp: CheckUp = async (options) => {
  const { checkUpOn } = await import('./checkup/checkup.ts');
  return checkUpOn(BROWSER_HOST, options);
};

export { RunRefused } from './page/errors.ts';
export { whenClosed } from './page/host.ts';
export type * from './api.ts';
export type { Checkup } from '@opfsmark/schema/checkup';
export type { CheckUp, CheckupOptions, CheckupStep } from './checkup/checkup.ts';
export { rowName, type JobResult } from '@opfsmark/schema/documents';
export type { FamilyId, Plan, RunRecord } from '@opfsmark/schema/families';
export type { MatrixPlan } from '@opfsmark/schema/families/matrix/plan-schema';
export { bytesPerSecond, headlineFigure, iops, latency, latencyPasses } from '@opfsmark/schema/figures';
export { withRates, type JobSpec, type MeasuredRates, type TimedStep } from '@opfsmark/schema/schedule';
