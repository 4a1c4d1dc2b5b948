/** What knows every family, apart from the engine: a page needs it once it has a plan or a record. */
export { estimate, figuresOf, planFromParameters, planToParameters, standardPlan } from '@opfsmark/schema/families';
