import type { Layout } from '../documents/environment.ts';
import {
  secondsMaxOfSteps,
  secondsOfSteps,
  wholeRun,
  type Estimate,
  type Paces,
  type Step,
} from '../schedule/steps.ts';
import type { PlanSide } from './family.ts';
import type { Plan } from './plan-table.ts';

/** Functions of a plan for callers that loaded only its family's plan module. */

/** What may be written after a click on Run alone, whatever the family. */
const WRITTEN_UNASKED_BYTES = 4e9;

/** Whether a person must agree first to what a run is announced to write. */
export const needsConsent = ({ bytesWrittenMax }: Pick<Estimate, 'bytesWrittenMax'>): boolean =>
  bytesWrittenMax > WRITTEN_UNASKED_BYTES;

/** Everything a run of this plan does, in order. */
export function stepsBy(side: PlanSide<Plan>, plan: Plan, layout: Layout = 'shared'): Step[] {
  return wholeRun(plan.family, side.steps(plan, layout));
}

/**
 * What a run takes, to be shown before it begins: the sum of its steps, each at the pace that was seen in this browser.
 * Bytes are a bound.
 */
export function estimateBy(side: PlanSide<Plan>, plan: Plan, layout: Layout = 'shared', paces: Paces = {}): Estimate {
  const steps = stepsBy(side, plan, layout);
  return {
    seconds: secondsOfSteps(steps, paces),
    secondsMax: secondsMaxOfSteps(steps, paces),
    bytesWrittenMax: side.bytesWrittenMax(plan, layout),
  };
}
