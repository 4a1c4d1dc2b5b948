import { describe, expect, it } from 'vitest';
import { FAMILY_IDS } from '../../src/families/ids.ts';
import type { FamilyId } from '../../src/families/ids.ts';
import { estimate, standardPlan, stepsOf, familyOf } from '../../src/families/families.ts';
import {
  secondsMaxOf,
  secondsMaxOfSteps,
  secondsOf,
  secondsOfSteps,
  withRates,
  type Step,
  type TimedStep,
} from '../../src/schedule/steps.ts';

const step: Step = { id: 'a', pace: 'read', work: 1_000, usualPerS: 500, limitS: 5 };

describe('how long a step is expected to take', () => {
  it('is its work at the usual rate where nothing was measured, up to its limit', () => {
    expect(secondsOf(step)).toBe(2);
    expect(secondsOf({ ...step, work: 10_000 })).toBe(5);
  });

  it('is its work at the rate that was seen', () => {
    const rates = withRates({}, [{ pace: 'read', work: 100, seconds: 0.1 }]);
    expect(secondsOf(step, rates)).toBe(1);
    expect(secondsOf({ ...step, pace: 'write' }, rates)).toBe(2);
  });

  it('is its limit, and what was seen to follow on it', () => {
    const rates = withRates({}, [{ pace: 'read', work: 1_000, limitS: 5, seconds: 6.5 }]);
    expect(secondsOf(step, rates)).toBe(6.5);
    expect(secondsOf({ ...step, limitS: 1 }, rates)).toBe(2.5);
  });

  it('is the length of a rest', () => {
    expect(secondsOf({ id: 'rest', pace: 'rest', work: 0, usualPerS: 1, limitS: 5 })).toBe(5);
  });

  it('follows the latest of two runs', () => {
    const slow = withRates({}, [{ pace: 'read', work: 100, seconds: 1 }]);
    expect(secondsOf(step, withRates(slow, [{ pace: 'read', work: 100, seconds: 0.1 }]))).toBe(1);
  });

  it('knows no pace by the names of an object', () => {
    expect(secondsOf({ ...step, pace: 'constructor' })).toBe(2);
  });
});

describe('how long a run may take at most', () => {
  const endless: Step = { id: 'b', pace: 'fill', work: 1_000, usualPerS: 500 };
  const after = (timed: TimedStep) => withRates({}, [timed]);

  it('is the limit of each step that this browser has not done, and where it has none, what a slow drive takes', () => {
    expect(secondsMaxOfSteps([step, endless, { ...endless, pace: 'verify' }])).toBe(5 + 20 + 6);
  });
  it('is what the last step of its pace took, and more on a busy computer', () => {
    expect(secondsMaxOf(endless, after({ pace: 'fill', work: 100, seconds: 1 }))).toBeCloseTo(16);
    expect(secondsMaxOf(step, after({ pace: 'read', work: 100, seconds: 0.4 }))).toBeCloseTo(6.4);
    const rest: Step = { id: 'rest', pace: 'rest', work: 0, usualPerS: 1, limitS: 5 };
    expect(secondsMaxOf(rest, after({ ...rest, seconds: 5 }))).toBe(5);
  });
  it('is more, up to its limit, where nobody can foresee what there is to do', () => {
    const rates = after({ pace: 'read', work: 100, seconds: 1 });
    expect(secondsMaxOf({ ...step, isUnforeseen: true }, rates)).toBe(3);
    expect(secondsMaxOf({ ...step, isUnforeseen: true }, after({ pace: 'read', work: 1, seconds: 3 }))).toBe(5);
  });
});

it('expects of a step that nobody can foresee what it took the last time, however much it did', () => {
  const unforeseenStep = { ...step, isUnforeseen: true };
  expect(secondsOf(unforeseenStep)).toBe(2);
  expect(secondsOf(unforeseenStep, withRates({}, [{ pace: 'read', work: 9e9, seconds: 3 }]))).toBe(3);
  expect(secondsOf(unforeseenStep, withRates({}, [{ pace: 'read', work: 0, seconds: 0.1 }]))).toBe(0.1);
  expect(secondsOf(unforeseenStep, withRates({}, [{ pace: 'read', work: 1, seconds: 30 }]))).toBe(5);
});

describe.each(FAMILY_IDS)('the schedule of %s', (id) => {
  const plan = standardPlan(id);
  const steps = stepsOf(familyOf<FamilyId>(plan.family), plan);

  it('begins with starting, ends with cleaning up, and names every step once', () => {
    expect([steps[0]?.id, steps.at(-1)?.id]).toEqual(['start', 'clean']);
    expect(new Set(steps.map((planStep) => planStep.id)).size).toBe(steps.length);
  });

  it('sums up to the estimate', () => {
    expect(estimate(plan).seconds).toBe(secondsOfSteps(steps));
  });

  it('is announced as it was timed once the browser has run it', () => {
    const timed = (planSteps: readonly Step[]) =>
      planSteps.map((planStep) => ({ ...planStep, seconds: 3 * Math.max(0.01, secondsOf(planStep)) }));
    // How much a plan does may depend on how fast the drive is.
    const timedSteps = timed(stepsOf(familyOf<FamilyId>(plan.family), plan, 'shared', withRates({}, timed(steps))));
    const rates = withRates({}, timedSteps);
    const totalSeconds = timedSteps.reduce((sum, { seconds }) => sum + seconds, 0);
    expect(estimate(plan, 'shared', rates).seconds / totalSeconds).toBeCloseTo(1, 1);
  });
});
