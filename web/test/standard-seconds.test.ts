import { estimate, FAMILY_IDS, standardPlan } from '@opfsmark/schema/families';
import { expect, test } from 'vitest';
import { STANDARD_SECONDS, STEP_S } from '../src/lib/features/run/page/standard-seconds.ts';

test.each(FAMILY_IDS)('the seconds written down for a standard run of %s are those of its plan', (id) => {
  const steps = Math.max(1, Math.round(estimate(standardPlan(id)).seconds / STEP_S));
  expect(STANDARD_SECONDS[id]).toBe(steps * STEP_S);
});
