/** The module that knows every family, apart from the engine: a page needs it once it has a plan or a record. */
import { familyOf, type FamilyId, type Plan, planToParameters as parametersOf } from '@opfsmark/schema/families';

export { estimate, figuresOf, planFromParameters, standardPlan } from '@opfsmark/schema/families';

/** The shortest parameters that open exactly this plan. */
export const planToParameters = (plan: Plan): URLSearchParams => parametersOf(familyOf<FamilyId>(plan.family), plan);
