import { expect, it } from 'vitest';
import type { Plan, Result } from '../../src/families/families.ts';
import { contradictionsIn } from '../../test-support/record.ts';

/** Each change to an honest result must be noticed, by a pointer into the right place. */
export function refusesForgeries<Own extends Result>(
  plan: Plan,
  honest: Own,
  forgeries: readonly (readonly [string, (copy: Own) => void])[],
) {
  it('finds nothing wrong with an honest result', () => expect(contradictionsIn(plan, honest)).toEqual([]));
  it.each(forgeries)('finds %s', (pointer, forge) => {
    const copy = structuredClone(honest);
    forge(copy);
    expect(contradictionsIn(plan, copy)).toContain(`/result${pointer}`);
  });
}
