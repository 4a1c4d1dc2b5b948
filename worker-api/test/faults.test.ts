import { expect, it } from 'vitest';
import { countSurvived } from './faults.ts';

it('an upload ends right whichever answer is lost, and whichever batch fails at its end', async () => {
  const { cases, right } = await countSurvived(
    ({ fault, statements }) => fault === 'lost' || (typeof fault === 'object' && fault.statement === statements),
  );
  expect(cases).toBeGreaterThan(0);
  expect(right).toBe(cases);
});
