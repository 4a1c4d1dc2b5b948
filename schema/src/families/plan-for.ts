import type { Layout } from '../documents/environment.ts';
import {
  secondsMaxOfSteps,
  secondsOfSteps,
  wholeRun,
  type Estimate,
  type MeasuredRates,
  type Step,
} from '../schedule/steps.ts';
import { surplusParameters, writeChanges } from '../plan/codec.ts';
import { DEFAULT_FAMILY, DEFAULT_PROFILE, type FamilyPlan, type PlanHead } from './family.ts';

/** Functions of a plan for callers that loaded only its own family: see `loadFamily`. */

type PlansOf<Of> = FamilyPlan<Of, unknown>;

/** The most that may be written after a click on Run alone, whatever the family. */
const WRITTEN_UNASKED_BYTES = 4e9;

/** Whether a person must agree first to what a run is announced to write. */
export const needsConsent = ({ bytesWrittenMax }: Pick<Estimate, 'bytesWrittenMax'>): boolean =>
  bytesWrittenMax > WRITTEN_UNASKED_BYTES;

/** Everything a run of this plan does, in order. `rates`: how much it does may depend on what this browser took before. */
export function stepsOf<Of extends PlanHead>(
  family: PlansOf<Of>,
  plan: Of,
  layout: Layout = 'shared',
  rates: MeasuredRates = {},
): Step[] {
  return wholeRun(plan.family, family.steps(plan, layout, rates));
}

/**
 * The time and bytes that a run takes, to be shown before it begins: the sum of its steps, each at the pace that was seen in this browser.
 * Bytes are a bound.
 */
export function estimateFor<Of extends PlanHead>(
  family: PlansOf<Of>,
  plan: Of,
  layout: Layout = 'shared',
  rates: MeasuredRates = {},
): Estimate {
  const steps = stepsOf(family, plan, layout, rates);
  return {
    seconds: secondsOfSteps(steps, rates),
    secondsMax: secondsMaxOfSteps(steps, rates),
    bytesWrittenMax: family.bytesWrittenMax(plan, layout),
  };
}

/** How many bytes must have been agreed to before a run of this plan begins, in either layout; 0 where nobody is asked. */
export function bytesToAgreeTo<Of>(family: PlansOf<Of>, plan: Of): number {
  const bytesWrittenMax = Math.min(family.bytesWrittenMax(plan, 'shared'), family.bytesWrittenMax(plan, 'per-worker'));
  return needsConsent({ bytesWrittenMax }) ? bytesWrittenMax : 0;
}

/** A fresh copy of a standard plan. */
export function standardPlanFor<Of>({ profiles }: Pick<PlansOf<Of>, 'profiles'>, profile: string): Of {
  const plan = Object.hasOwn(profiles, profile) ? profiles[profile] : undefined;
  if (!plan) throw new RangeError(`there is no profile ${profile}`);
  return structuredClone(plan);
}

/** The changes of a plan to the profile it is named after, as parameters. */
export function planChanges<Of extends PlanHead>(family: PlansOf<Of>, plan: Of): [parameter: string, text: string][] {
  return writeChanges(family.codec, plan, standardPlanFor(family, plan.profile));
}

/** Whether a plan is its profile's but for these parameters. */
export function changesOnly<Of extends PlanHead>(
  family: PlansOf<Of>,
  plan: Of,
  freeParameters: readonly string[],
): boolean {
  return planChanges(family, plan).every(([parameter]) => freeParameters.includes(parameter));
}

/** The shortest parameters that open exactly this plan. */
export function planToParameters<Of extends PlanHead>(family: PlansOf<Of>, plan: Of): URLSearchParams {
  const parameters = new URLSearchParams();
  if (plan.family !== DEFAULT_FAMILY) parameters.set('family', plan.family);
  if (plan.profile !== DEFAULT_PROFILE || plan.family === DEFAULT_FAMILY) parameters.set('profile', plan.profile);
  for (const [parameter, text] of planChanges(family, plan)) parameters.set(parameter, text);
  return parameters;
}

/**
 * The standard plan that a URL names, where it names one and asks for nothing else; `null` where its parameters have to be
 * read by `planFromParameters`, which needs the schemas of plans.
 */
export function standardPlanFromParameters<Of>(
  family: Pick<PlansOf<Of>, 'profiles'>,
  parameters: URLSearchParams,
  pageParameters: readonly string[] = [],
): Of | null {
  const profile = parameters.get('profile') ?? DEFAULT_PROFILE;
  if (!Object.hasOwn(family.profiles, profile)) return null;
  if (surplusParameters(parameters, new Set(['family', 'profile', ...pageParameters])).length > 0) return null;
  return standardPlanFor(family, profile);
}
