import { BOUNDS } from '@opfsmark/schema/documents';
import { MatrixPlan, matrixPlan, planOf, planProblemsBy } from '@opfsmark/schema/families';
import { expect, test } from 'vitest';
import { fits, NUMBERS, typedOf, withTyped } from '../src/lib/features/families/matrix/customise/numbers.ts';

const plan = planOf('default');

test('what is typed comes back as the same plan', () => {
  expect(withTyped(plan, typedOf(plan))).toEqual(plan);
});

test.each(Object.keys(NUMBERS) as (keyof typeof NUMBERS)[])(
  '%s: the ends of the bounds are plans, beyond is none',
  (field) => {
    const { min, max, step } = NUMBERS[field];
    for (const value of [min, max]) {
      const changed = withTyped(plan, { ...typedOf(plan), [field]: value });
      expect(changed && planProblemsBy(matrixPlan, MatrixPlan, changed)).toEqual([]);
    }
    for (const value of [min - step, max + step, min + 0.5, null]) {
      expect(withTyped(plan, { ...typedOf(plan), [field]: value })).toBeNull();
    }
  },
);

test('a share of reads is in steps of ten', () => {
  expect(fits(75, NUMBERS.mixPercent)).toBe(false);
  expect(fits(BOUNDS.mix_read_percent.min, NUMBERS.mixPercent)).toBe(true);
});
