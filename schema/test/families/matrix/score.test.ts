import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { geometricMean, isScore, jobsOf, planOf, RunRecord, scoreOf, type Score } from '../../../src/families/index.ts';
import { isTie } from '../../../src/figures/index.ts';
import { makeJob, makeRecord } from '../../make-record.ts';

const plan = planOf('default');
const jobs = jobsOf(plan);

function scored(rates: readonly (readonly number[])[]): Score {
  const score = scoreOf(makeRecord({ plan, jobs: rates.map((loops, index) => makeJob(plan, index, loops)) }));
  if (!isScore(score)) throw new Error(score.reason);
  return score;
}

const rate = fc.double({ min: 1e7, max: 5e10, noNaN: true });
const allRates = fc.array(fc.array(rate, { minLength: 5, maxLength: 5 }), {
  minLength: jobs.length,
  maxLength: jobs.length,
});

describe('score', () => {
  it('is made of valid records', () => {
    expect(RunRecord.safeParse(makeRecord()).success).toBe(true);
  });

  it('is 1000 where every row runs at its reference', () => {
    const references = scored(jobs.map(() => [1e9, 1e9, 1e9, 1e9, 1e9])).terms.map((term) => term.reference);
    const score = scored(references.map((value) => [value, value, value, value, value]));
    expect(score.points).toBeCloseTo(1000, 6);
    expect(score.terms).toHaveLength(jobs.length);
  });

  it('grows by as much as everything grows', () => {
    fc.assert(
      fc.property(allRates, fc.double({ min: 0.1, max: 10, noNaN: true }), (rates, factor) => {
        const before = scored(rates);
        const after = scored(rates.map((loops) => loops.map((value) => value * factor)));
        expect(after.points / before.points).toBeCloseTo(factor, 6);
      }),
    );
  });

  it('takes every row for as important as every other', () => {
    fc.assert(
      fc.property(allRates, fc.nat(jobs.length - 1), (rates, index) => {
        const doubled = rates.map((loops, job) => (job === index ? loops.map((value) => value * 2) : loops));
        expect(scored(doubled).points / scored(rates).points).toBeCloseTo(2 ** (1 / jobs.length), 6);
      }),
    );
  });

  it('lies within its interval, which does not depend on the order of loops', () => {
    fc.assert(
      fc.property(allRates, (rates) => {
        const score = scored(rates);
        expect(score.low).toBeLessThanOrEqual(score.points * (1 + 1e-12));
        expect(score.high).toBeGreaterThanOrEqual(score.points * (1 - 1e-12));
        expect(scored(rates.map((loops) => loops.toReversed()))).toEqual(score);
      }),
    );
  });

  it('has an interval of 10 % to either side where one loop cannot tell', () => {
    const quick = planOf('quick');
    const record = makeRecord({ plan: quick, jobs: jobsOf(quick).map((_, index) => makeJob(quick, index, [1e9])) });
    const score = scoreOf(record) as Score;
    expect(score.high / score.points).toBeCloseTo(1.1, 9);
    expect(score.points / score.low).toBeCloseTo(1.1, 9);
  });
});

describe('no score', () => {
  it('for changed parameters, and says which', () => {
    const changed = { ...plan, loops: 3, seed: 1 };
    expect(scoreOf(makeRecord({ plan: changed }))).toEqual({
      reason: 'changed_parameters',
      parameters: ['loops', 'seed'],
    });
  });
  it('for a profile that shows a part of the drive only', () => {
    expect(scoreOf(makeRecord({ plan: planOf('demo') }))).toEqual({ reason: 'profile_without_score' });
  });
  it('for a run that was stopped, or lacks a row', () => {
    expect(scoreOf({ ...makeRecord(), status: 'stopped' })).toEqual({ reason: 'not_finished' });
    const lacking = makeRecord();
    lacking.result.jobs.pop();
    expect(scoreOf(lacking)).toEqual({ reason: 'not_finished' });
  });
  it('for a drive that is made up', () => {
    expect(scoreOf(makeRecord({ environment: { engine: 'scripted' } }))).toEqual({ reason: 'other_engine' });
  });
});

describe('geometric mean', () => {
  it('does not overflow', () => {
    expect(geometricMean(new Array<number>(64).fill(1e300)) / 1e300).toBeCloseTo(1, 9);
  });
});

describe('ties', () => {
  it('are intervals that touch', () => {
    expect(isTie({ low: 900, high: 1000 }, { low: 1000, high: 1100 })).toBe(true);
    expect(isTie({ low: 900, high: 999 }, { low: 1000, high: 1100 })).toBe(false);
  });
});
