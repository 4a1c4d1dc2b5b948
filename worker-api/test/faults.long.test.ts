import { expect, it } from 'vitest';
import { countSurvived } from './faults.ts';

it('an upload ends right whichever call or statement fails, and however', async () => {
  const { cases, right } = await countSurvived(() => true);
  console.log(`PROOF faults ${JSON.stringify({ cases, right })}`);
  expect(right).toBe(cases);
});
