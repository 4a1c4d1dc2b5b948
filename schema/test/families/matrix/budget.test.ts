import { describe, expect, it } from 'vitest';
import { GIB, MIB, rowSlug } from '../../../src/documents/index.ts';
import { contradictions } from '../../../src/families/record-checks.ts';
import { estimate, stepsOf } from '../../../src/families/families.ts';
import {
  filePartsOf,
  loopsOfJob,
  matrixFilledBytes,
  matrixSteps,
  passesOfJob,
  rowOf,
  workersOfJob,
} from '../../../src/families/matrix/schedule.ts';
import { firstWriteBytes, hasEnough, nextWriteBytes } from '../../../src/families/matrix/pacing.ts';
import { hotBytes, partBytes, sizedPlan } from '../../../src/families/matrix/budget.ts';
import { jobsOf, turnsOf } from '../../../src/families/matrix/jobs.ts';
import { matrixPlan } from '../../../src/families/matrix/plan.ts';
import { planOf } from '../../../src/families/matrix/profiles.ts';
import { RunRecord } from '../../../src/families/checks.ts';
import type { MatrixPlan } from '../../../src/families/matrix/plan-schema.ts';
import { secondsOfSteps, withRates, type JobSpec } from '../../../src/schedule/steps.ts';
import { makeJob, makePass, makeRecord, makeSide } from '../../../test-support/record.ts';

const QUICK = planOf('quick');
const planAt = (bytesPerS: number, plan: MatrixPlan = QUICK) => sizedPlan(plan, bytesPerS);
const headOf = (plan: MatrixPlan, slug: string, of: Pick<JobSpec, 'direction' | 'reads'>): JobSpec => {
  const head = jobsOf(plan).find(
    (one) => rowSlug(rowOf(plan, one)) === slug && one.direction === of.direction && one.reads === of.reads,
  );
  if (!head) throw new Error(`no ${slug}`);
  return head;
};
const DRIVE_READ = { direction: 'read', reads: 'drive' } as const;
const WRITE = { direction: 'write' } as const;

describe('the file of a plan by time', () => {
  it.each([
    [2e9, GIB],
    [400e6, 953 * MIB],
    [150e6, 357 * MIB],
    [30e6, 71 * MIB],
    [5e6, 64 * MIB],
  ])('is as large as a drive fills in 2.5 s, at %d bytes per second', (rate, bytes) => {
    expect(planAt(rate).file_bytes).toBe(bytes);
  });

  it('is no larger than was announced, and its parts share it among the rows', () => {
    for (const rate of [5e6, 30e6, 150e6, 400e6, 2e9]) {
      const plan = planAt(rate);
      const parts = filePartsOf(plan).map(({ row }) => partBytes(plan, row));
      expect(parts.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThanOrEqual(plan.file_bytes);
      expect(new Set(filePartsOf(plan).map(({ index }) => index)).size).toBe(parts.length);
      expect(hotBytes(plan)).toBeLessThanOrEqual(128 * MIB);
      // Every worker of every row has a block in every part.
      for (const head of jobsOf(plan)) expect(workersOfJob(plan, head)).toBe(rowOf(plan, head).queues);
    }
  });

  it('is announced with the size that this browser filled in its time before', () => {
    const slowRates = withRates({}, [{ pace: 'fill', work: 20 * MIB, seconds: (20 * MIB) / 6e6 }]);
    const planSteps = matrixSteps(planAt(6e6), 'shared', true);
    const startAndEndS = secondsOfSteps(stepsOf(matrixPlan, QUICK)) - secondsOfSteps(matrixSteps(QUICK, 'shared'));
    expect(estimate(QUICK, 'shared', slowRates).seconds).toBeCloseTo(
      secondsOfSteps(planSteps, slowRates) + startAndEndS,
    );
    expect(estimate(QUICK, 'shared', slowRates).bytesWrittenMax).toBe(estimate(QUICK).bytesWrittenMax);
  });

  it.each([200e6, 400e6, 1.5e9])('leaves room where a browser gives a fast drive %d bytes', (spaceBytes) => {
    const plan = sizedPlan(QUICK, 2e9, spaceBytes);
    expect(plan.file_bytes).toBeGreaterThanOrEqual(64 * MIB);
    expect(matrixFilledBytes(plan, 'shared')).toBeLessThanOrEqual(spaceBytes);
  });

  it.each(['shared', 'per-worker'] as const)(
    'writes 2.5 GB at the most with Quick, 10 GB with Default (%s)',
    (layout) => {
      expect(estimate(QUICK, layout).bytesWrittenMax).toBeLessThanOrEqual(2.5e9);
      expect(estimate(planOf('default'), layout).bytesWrittenMax).toBeLessThanOrEqual(10e9);
    },
  );
});

describe('the turns of a plan by time', () => {
  it('are of one kind each, and the drive is read last', () => {
    const kinds = turnsOf(QUICK).map((turns) => turns.map((index) => jobsOf(QUICK)[index]));
    expect(kinds.map((heads) => heads.length)).toEqual([4, 4, 4]);
    expect(kinds.map(([head]) => `${head?.direction} ${head?.reads ?? ''}`)).toEqual([
      'read memory',
      'write ',
      'read drive',
    ]);
  });

  it('lets each row have a loop before any has its next', () => {
    const ids = matrixSteps(QUICK, 'shared').map(({ id }) => id);
    const reads = ids.filter((id) => /^(?:8|9|10|11) throughput/.test(id));
    expect(reads.slice(0, 5).map((id) => id.split(' ')[2])).toEqual(['1', '1', '1', '1', '2']);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.slice(0, 2)).toEqual(['trial fill', 'fill']);
    expect(ids.indexOf('forget')).toBeGreaterThan(ids.findLastIndex((id) => id.includes('flush_each')));
  });

  it('gives memory 1.5 s in all', () => {
    const memory = jobsOf(QUICK).filter(({ reads }) => reads === 'memory');
    const limits = memory.flatMap((head) => passesOfJob(QUICK, head).map(({ limitS }) => limitS));
    expect(limits.reduce((sum, s) => sum + s, 0)).toBeCloseTo(1.5);
  });
});

describe('a job by time has enough', () => {
  const head = headOf(QUICK, 'rnd4k_q1t1', DRIVE_READ);
  const row = rowOf(QUICK, head);
  const passes = (seconds: readonly number[], rates = seconds.map(() => 1e8)) =>
    seconds.map((s, index) =>
      makePass({ loop: index + 1, total_ns: s * 1e9, read: makeSide({ ops: 1, bytes: (rates[index] ?? 0) * s }) }),
    );
  const enough = (loops: Parameters<typeof passes>) =>
    hasEnough(QUICK, row, head, { kind: 'throughput', passes: passes(...loops), loops: 8 });

  it('after six loops with a second of the drive that agree', () => {
    expect(enough([[0.2, 0.2, 0.2, 0.2, 0.2]])).toBe(false);
    expect(enough([[0.2, 0.2, 0.2, 0.2, 0.2, 0.2]])).toBe(true);
    expect(enough([[0.1, 0.1, 0.1, 0.1, 0.1, 0.1]])).toBe(false);
  });
  it('not yet where they do not agree', () => {
    expect(
      enough([
        [0.2, 0.2, 0.2, 0.2, 0.2, 0.2],
        [1e8, 1e8, 1e8, 5e7, 5e7, 5e7],
      ]),
    ).toBe(false);
  });
  it('after two seconds, or all loops, whatever they say', () => {
    expect(enough([[1.1, 1.1]])).toBe(true);
    expect(enough([[0.01, 0.01, 0.01, 0.01, 0.01, 0.01, 0.01, 0.01]])).toBe(true);
  });
});

describe('what is written before a flush', () => {
  const plan = planAt(150e6);
  it('begins small at random places, and with what the drive fills in a window in order', () => {
    expect(firstWriteBytes(plan, headOf(plan, 'rnd4k_q1t1', WRITE), 150e6)).toBe(128 * 4096);
    expect(firstWriteBytes(plan, headOf(plan, 'seq1m_q1t1', WRITE), 150e6)).toBeCloseTo(37.5e6);
  });

  it('ends within a few windows on a drive of 6 ms', () => {
    const head = headOf(plan, 'rnd4k_q1t1', WRITE);
    const secondsOf = (bytes: number) => (bytes / 4096) * 0.006;
    let bytes = firstWriteBytes(plan, head, 150e6);
    for (let loop = 0; loop < 8; loop++) {
      const total_ns = secondsOf(bytes) * 1e9;
      bytes = nextWriteBytes(plan, head, makePass({ total_ns, write: makeSide({ ops: bytes / 4096, bytes }) }));
      expect(secondsOf(bytes)).toBeLessThanOrEqual(0.25);
    }
  });

  it('grows on a drive that is quick, by sixteen times a loop at the most', () => {
    const head = headOf(plan, 'rnd4k_q1t1', WRITE);
    const pass = makePass({ total_ns: 1e6, write: makeSide({ ops: 128, bytes: 128 * 4096 }) });
    expect(nextWriteBytes(plan, head, pass)).toBe(16 * 128 * 4096);
  });
});

describe('the time of Quick', () => {
  /** Steps at the rates of a drive: what is filled and read in order, calls at random places, and whatever memory does. */
  const secondsOn = (bytesPerS: number, callNs: number) => {
    const plan = planAt(bytesPerS);
    const steps = matrixSteps(plan, 'shared').map((step) => {
      if (step.counts !== 'bytes' || / warm-up| memory/.test(step.pace)) return step;
      const isRandom = step.pace.includes('rnd4k') || step.pace.includes('flush_each');
      return {
        ...step,
        usualPerS: isRandom ? Math.min(bytesPerS, (4096 / callNs) * 1e9) : bytesPerS,
        limitS: step.limitS,
      };
    });
    return secondsOfSteps(steps.map(({ limitS, ...step }) => (limitS === undefined ? step : { ...step, limitS })));
  };
  it.each([
    ['an NVMe drive', 2e9, 80e3, 45],
    ['a drive of 6 ms', 150e6, 6e6, 60],
    ['a stick of 30 MB/s', 30e6, 1e6, 60],
  ])('is within bounds on %s', (_, bytesPerS, callNs, seconds) => {
    expect(secondsOn(bytesPerS, callNs)).toBeLessThan(seconds);
  });
});

describe('a record of a plan by time', () => {
  const record = () => {
    const plan = planAt(400e6);
    const jobs = jobsOf(plan).map((head, index) =>
      makeJob(
        plan,
        index,
        Array.from({ length: loopsOfJob(plan, head) }, () => 1e8),
      ),
    );
    const { result, ...rest } = makeRecord({ plan, jobs });
    return { ...rest, plan: QUICK, result: { ...result, file_bytes: plan.file_bytes } };
  };
  const pointers = ({ plan = QUICK, file_bytes }: { plan?: MatrixPlan; file_bytes?: number } = {}) => {
    const baseRecord = record();
    const result = { ...baseRecord.result, ...(file_bytes !== undefined && { file_bytes }) };
    return contradictions({ ...baseRecord, plan, result }).map(({ pointer }) => pointer);
  };

  it('is valid, and says how large its file was', () => {
    expect(RunRecord.safeParse(record()).error).toBeUndefined();
    expect(pointers().filter((pointer) => /fill|file_bytes|workers|loop/.test(pointer))).toEqual([]);
  });
  it('contradicts itself where that is more than the plan allows, or has no place', () => {
    expect(pointers({ file_bytes: 2 * GIB })).toContain('/result/file_bytes');
    expect(pointers({ plan: { ...QUICK, drive_s: 0 } })).toContain('/result/file_bytes');
    expect(pointers({ file_bytes: 1 })).toContain('/result/file_bytes');
  });
});
