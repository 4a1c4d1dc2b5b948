import { planFromParameters, planToParameters, type MatrixPlan } from '@opfsmark/schema/families';
import { askedOf, PAGE_PARAMETERS, runAddress, type Asked } from './page-parameters.ts';

export const readRunParameters = (parameters: URLSearchParams): Asked<MatrixPlan> =>
  askedOf(planFromParameters(parameters, PAGE_PARAMETERS), parameters);

export const gridAddress = (plan: MatrixPlan, current?: URLSearchParams): string =>
  runAddress(planToParameters(plan), current);
