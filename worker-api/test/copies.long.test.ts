import { isRecordOf } from '@opfsmark/schema/families';
import { describe, expect, it } from 'vitest';
import { COPY_DISTANCE, NEAR_DISTANCE } from '../src/intake/copies.ts';
import { distanceOf } from '../src/intake/nearness.ts';
import { chanceToFind } from './forger/chance.ts';
import { COPY_STRATEGIES, twinOf } from './forger/copies.ts';
import { STANDARD } from './forger/outcome.ts';

/** How much of each is tried; what a number means is in the name of the strategy. */
const STRENGTHS: Readonly<Record<string, readonly number[]>> = {
  'so many pairs: a low and a high call become two middle ones': [1, 5, 50],
  'this share of calls moves to a neighbouring bucket': [0.02, 0.1, 0.3, 0.6, 1],
  'all buckets move by so many': [1, 3],
  'every latency is so many times as long, spread over buckets': [1.01, 1.03, 1.1, 1.5],
  'this share of calls is left out': [0.02, 0.1, 0.3],
  'this share of calls is added, where there are any': [0.1, 1],
  'this share of calls is added at one place': [0.05, 0.2],
  'the slowest calls are left out, this share': [0.01, 0.05, 0.2],
  'as many calls drawn from the histogram smoothed over so many buckets': [1, 3, 10],
  'everything is so many times as fast': [0.97, 1.03, 1.1, 2, 10],
  'every job is faster or slower by up to this share': [0.05, 0.2, 0.5],
  'every pass is faster or slower by up to this share': [0.02, 0.05, 0.2],
  'windows are longer by up to this share': [0.05, 0.3],
  'this share of jobs of another run': [0.25, 0.5, 0.75],
  'this share of passes of another run': [0.25, 0.5],
  'this share of the calls of another run in each pass': [0.1, 0.25, 0.5],
  'this share of jobs drawn anew, the rest as it was': [0.25, 0.5, 0.75],
};

const SEEDS = [1, 2, 3];

/** Prints what becomes of copies by what was done to them, and how much. */
describe('copies', () => {
  const originals = STANDARD.filter((record) => isRecordOf(record, 'matrix')).map((original) => ({
    original,
    other: twinOf(original, 99),
  }));

  it.each(Object.entries(COPY_STRATEGIES))('%s', async (name, act) => {
    for (const strength of STRENGTHS[name] ?? [1]) {
      let [refused, marked, count] = [0, 0, 0];
      for (const { original, other } of originals) {
        for (const seed of SEEDS) {
          const copy = structuredClone(original);
          act(copy, { strength, seed, other });
          const distance = distanceOf(original, copy);
          const found = await chanceToFind(original, copy);
          if (distance < COPY_DISTANCE) refused += found;
          else if (distance < NEAR_DISTANCE) marked += found;
          count++;
        }
      }
      const percent = (part: number) => `${Math.round((100 * part) / count)} %`;
      console.log(`${name} (${strength}): ${percent(refused)} refused, ${percent(marked)} marked of ${count}`);
      expect(count).toBeGreaterThan(0);
    }
  });
});
