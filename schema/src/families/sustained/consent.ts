import { GIB } from '../../documents/units.ts';
import type { SustainedPlan } from './plan-schema.ts';

/** What may be written after a click on Run alone. */
const WRITTEN_UNASKED_BYTES = 2 * GIB;

/** Whether a person must agree to what the plan writes. */
export const sustainedNeedsConsent = (plan: SustainedPlan) => plan.budget_bytes > WRITTEN_UNASKED_BYTES;
