import { describe, expect, it } from 'vitest';
import { GIB, MIB } from '../../../src/documents/index.ts';
import type { FamilyId } from '../../../src/families/ids.ts';
import { estimate, flagsOf, stepsOf, familyOf } from '../../../src/families/families.ts';
import { filePartsOf, rowOf } from '../../../src/families/matrix/schedule.ts';
import { FORGET, forgetSeconds, forgetStep, forgetStepBytes } from '../../../src/families/matrix/forget.ts';
import { jobsOf } from '../../../src/families/matrix/jobs.ts';
import { MatrixPlan } from '../../../src/families/matrix/plan-schema.ts';
import { matrixPlan } from '../../../src/families/matrix/plan.ts';
import { MatrixResult, type Forget } from '../../../src/families/matrix/schema.ts';
import { planOf } from '../../../src/families/matrix/profiles.ts';
import { planProblemsFor } from '../../../src/families/plan-problems.ts';
import { withCache } from '../../../src/families/matrix/budget.ts';
import { secondsMaxOf, secondsOf, withRates } from '../../../src/schedule/steps.ts';
import { contradictionsIn, makeRecord } from '../../../test-support/record.ts';

const DRIVE = withCache({ ...planOf('quick'), file_bytes: 256 * MIB, loops: 1, drive_s: 0 }, 'drive');
const FORGOTTEN: Forget = { bytes_read: 2e9, elapsed_ns: 1e9, ended: 'forgotten', slow_samples: 9, samples: 16 };

describe('a plan that makes the system forget its files', () => {
  const problemsOf = (plan: MatrixPlan) => planProblemsFor(matrixPlan, MatrixPlan, plan);

  it('only reads, each block once', () => {
    expect(problemsOf(DRIVE)).toEqual([]);
    expect(problemsOf({ ...DRIVE, directions: ['write'], revisit: true })).toEqual(['directions', 'revisit']);
  });

  it('reads random rows first, in the order in which their parts were written', () => {
    const order = jobsOf(DRIVE).map((head) => rowOf(DRIVE, head));
    expect(order.map(({ pattern }) => pattern)).toEqual(['random', 'random', 'sequential', 'sequential']);
    expect(filePartsOf(DRIVE).map(({ row }) => row)).toEqual(order);
    expect(
      filePartsOf(DRIVE)
        .map(({ index }) => index)
        .toSorted(),
    ).toEqual([0, 1, 2, 3]);
  });

  it('forgets after all was filled and before the first pass', () => {
    const ids = stepsOf(familyOf<FamilyId>(DRIVE.family), DRIVE).map(({ id }) => id);
    const at = ids.indexOf('forget');
    expect(ids.slice(at - 2, at)).toEqual(['parts fill', 'sample fill']);
    expect(ids.findIndex((id) => id.includes('throughput'))).toBe(at + 1);
  });

  it('stays under a minute, and says what it writes', () => {
    expect(estimate(DRIVE).seconds).toBeLessThan(60);
    expect(estimate(DRIVE).bytesWrittenMax).toBe((64 + 256) * MIB + FORGET.sampleBytes);
  });

  it('announces how long it may take on a first visit, and what it took on the next', () => {
    const usualS = secondsOf(forgetStep());
    expect(secondsMaxOf(forgetStep())).toBe(FORGET.maxS);
    const rates = withRates({}, [{ ...forgetStep(), work: 2 * GIB, seconds: 3 }]);
    const nextEstimate = estimate(DRIVE, 'shared', rates);
    expect(nextEstimate.seconds - estimate(DRIVE).seconds).toBeCloseTo(3 - usualS);
    expect(secondsMaxOf(forgetStep(), rates)).toBeLessThan(FORGET.maxS);
  });

  it('has regions for all samples of every step that grows to the limit', () => {
    let steps = 0;
    for (let read = 0; read < FORGET.maxBytes; read += forgetStepBytes(read, false)) steps++;
    expect(FORGET.samplesPerStep * steps).toBeLessThanOrEqual(FORGET.sampleBytes / FORGET.sampleRegionBytes);
    expect(forgetStepBytes(20e9, true)).toBe(FORGET.minStepBytes);
  });

  it('reads no more than an eighth in vain', () => {
    for (let needed = 8 * GIB; needed < FORGET.maxBytes; needed += GIB / 2) {
      let read = 0;
      while (read < needed) read += forgetStepBytes(read, false);
      expect(read + forgetStepBytes(read, true)).toBeLessThanOrEqual(needed * 1.125);
    }
  });
});

describe('the record of forgetting', () => {
  const pointersOf = (changes: Partial<Forget>, plan = DRIVE) => {
    const result: MatrixResult = { family: 'matrix', floors: [], jobs: [], forget: { ...FORGOTTEN, ...changes } };
    expect(MatrixResult.safeParse(result).success).toBe(true);
    return contradictionsIn(plan, result);
  };

  it.each<[string, Partial<Forget>]>([
    ['forgotten', {}],
    ['limit_bytes', { ended: 'limit_bytes', bytes_read: FORGET.maxBytes }],
    ['limit_time', { ended: 'limit_time', elapsed_ns: 30.1e9 }],
    ['no_space', { ended: 'no_space', slow_samples: 0, samples: 0 }],
    ['holes_cost', { ended: 'holes_cost', slow_samples: 0, samples: 0 }],
    ['not_supported', { ended: 'not_supported', bytes_read: 0, elapsed_ns: 0, slow_samples: 0, samples: 0 }],
  ])('may end as %s', (_, changes) => {
    expect(pointersOf(changes)).toEqual([]);
  });

  it.each<[string, Partial<Forget>, string]>([
    ['more slow samples than samples', { slow_samples: 20 }, '/result/forget/slow_samples'],
    ['forgotten after too few slow samples', { slow_samples: 7 }, '/result/forget/slow_samples'],
    [
      'more samples than regions',
      { samples: FORGET.sampleBytes / FORGET.sampleRegionBytes + 1 },
      '/result/forget/samples',
    ],
    ['samples without holes', { bytes_read: 0 }, '/result/forget/samples'],
    ['more holes than the limit', { bytes_read: FORGET.maxBytes + 1, elapsed_ns: 20e9 }, '/result/forget/bytes_read'],
    ['an early time limit', { ended: 'limit_time' }, '/result/forget/elapsed_ns'],
    ['holes read faster than memory', { elapsed_ns: 1e6 }, '/result/forget/elapsed_ns'],
  ])('cannot have %s', (_, changes, pointer) => {
    expect(pointersOf(changes)).toEqual([pointer]);
  });

  it('belongs to its plan, and only to that', () => {
    expect(pointersOf({}, withCache(planOf('quick'), 'deep'))).toEqual(['/result/forget']);
    expect(contradictionsIn(DRIVE, { family: 'matrix', floors: [], jobs: [] }, { status: 'done' })).toEqual([
      '/result/forget',
    ]);
  });

  it('takes part of the time of the run', () => {
    const result: MatrixResult = { family: 'matrix', floors: [], jobs: [], forget: { ...FORGOTTEN, elapsed_ns: 9e9 } };
    expect(contradictionsIn(DRIVE, result, { wall_ms: 1000 })).toEqual(['/wall_ms']);
  });
});

it.each([
  ['forgotten', []],
  ['limit_bytes', ['forget_limited read_cold']],
  ['limit_time', ['forget_out_of_time read_cold']],
  ['no_space', ['forget_no_space free_space']],
  ['holes_cost', ['forget_refused read_cold']],
  ['not_supported', ['forget_refused read_cold']],
] as const)('is flagged where it ended as %s', (ended, expected) => {
  const record = makeRecord();
  record.result.forget = { ...FORGOTTEN, ended };
  expect(flagsOf(familyOf<FamilyId>(record.family), record).map(({ code, next }) => `${code} ${next}`)).toEqual(
    expected,
  );
});

it('may take less by time: what a slow drive needed to be filled is gone', () => {
  const fill = { bytes: 64 * MIB, elapsed_ns: 4e9, flush_ns: 1e9 };
  expect(forgetSeconds(planOf('quick'), fill)).toBe(FORGET.maxS - 5);
  expect(forgetSeconds(planOf('quick'), { ...fill, elapsed_ns: 100e9 })).toBe(FORGET.minS);
  expect(forgetSeconds(DRIVE, fill)).toBe(FORGET.maxS);
});
