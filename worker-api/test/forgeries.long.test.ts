import { beforeAll, describe, expect, it } from 'vitest';
import { startEmpty } from './empty.ts';
import { forge } from './forger/forge.ts';
import { expectNoRank, FORGED_CASES, outcomeOf, publishOriginals, STANDARD, unnoticed } from './forger/outcome.ts';
import { forgeries } from './forgeries.ts';

describe('broken identities', () => {
  it('every forged run of many workers is refused or held', () => {
    const all = forgeries('peak');
    expect(all.length).toBeGreaterThanOrEqual(200);
    expect(unnoticed(all)).toEqual([]);
  });
});

describe('forged records', () => {
  beforeAll(startEmpty);

  it('of a hundred forgeries only those that keep every identity could be counted', async () => {
    await publishOriginals(STANDARD);
    const outcomeCounts = new Map<string, number>();
    const passedNames: string[] = [];
    for (const { name, isConsistent, upload } of forge(STANDARD, 100, 1)) {
      const outcome = await outcomeOf(upload);
      outcomeCounts.set(outcome, (outcomeCounts.get(outcome) ?? 0) + 1);
      if (outcome === 'rankable' && !isConsistent) passedNames.push(name);
    }
    console.log(`forgeries: ${JSON.stringify(Object.fromEntries(outcomeCounts))}`);
    expect(passedNames).toEqual([]);
  });

  it.each(FORGED_CASES)('of a record from %s: %s does not rank by any factor', async (_, name, record) => {
    await expectNoRank(name, record, [3, 20, 25, 100]);
  });
});
