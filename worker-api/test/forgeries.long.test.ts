import { beforeAll, describe, expect, it, vi } from 'vitest';
import { DAY_MS } from '../src/base/days.ts';
import { readBoard } from './client.ts';
import { startEmpty } from './empty.ts';
import { forge } from './forger/forge.ts';
import { expectNoRank, FORGED_CASES, outcomeOf, publishOriginals, STANDARD, unnoticed } from './forger/outcome.ts';
import { forgeries } from './forgeries.ts';
import { makeUpload, countMarked, publishFromNetworks, publishTicketed } from './runs.ts';

describe('broken identities', () => {
  it.each(['quick', 'peak'] as const)('every forged run of any job of %s is refused or held', (profile) => {
    const all = forgeries(profile, 'all');
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
    await expectNoRank(name, record, [2.7, 3, 20, 25, 100]);
  });
});

describe('attacks', () => {
  beforeAll(startEmpty);

  const walkedRow = async () => (await readBoard()).rows.find(({ key }) => key === 'walked');

  it('steps of 2.7 from five networks, one per day, walk a median that ten networks hold no further than five honest ones would', async () => {
    const declared = { device: 'Walked' };
    await publishFromNetworks(10, (i) => makeUpload({ declared, speed: 0.2 + i / 100 }), 200);
    const { value = 0 } = (await walkedRow()) ?? {};
    expect(value).toBeGreaterThan(0);
    const nowMs = Date.now();
    for (const [day, speed] of [0.2 * 2.7, 0.2 * 2.7 ** 2, 0.2 * 2.7 ** 3].entries()) {
      vi.setSystemTime(nowMs + day * DAY_MS);
      for (let i = 0; i < 5; i++) await publishTicketed(makeUpload({ declared, speed }), 300 + i);
    }
    await countMarked();
    // Fifteen providers: the median is one of the ten, at most 1.5 times the slowest of them.
    expect((await walkedRow())?.value ?? 0).toBeLessThanOrEqual(value * 1.5);
    vi.setSystemTime(nowMs);
  });
});
