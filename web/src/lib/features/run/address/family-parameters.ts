import {
  familyPlanFromParameters,
  familyPlanToParameters,
  isFamilyId,
  type FamilyPlan,
} from '@opfsmark/schema/families';
import { askedOf, PAGE_PARAMETERS, runAddress, type Asked } from './page-parameters.ts';

export function readFamilyParameters(parameters: URLSearchParams): Asked<FamilyPlan> {
  const id = parameters.get('family') ?? '';
  return askedOf(familyPlanFromParameters(isFamilyId(id) ? id : 'stutter', parameters, PAGE_PARAMETERS), parameters);
}

export const familyAddress = (plan: FamilyPlan, current?: URLSearchParams): string =>
  runAddress(familyPlanToParameters(plan), current);
