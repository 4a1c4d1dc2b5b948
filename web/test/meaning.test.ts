import { bucketOf, type JobResult } from '@opfsmark/schema/documents';
import { planOf } from '@opfsmark/schema/families';
import { describe, expect, test } from 'vitest';
import { openingOf, savingOf } from '../src/lib/features/families/matrix/model/meaning.ts';
import { iostatOfJob, seriesOf } from '../src/lib/features/families/matrix/model/series.ts';
import { jobsOfPlan, pass, recordOf, side } from './records.ts';

const plan = planOf('quick');

/** The record of a plain run in which every small read takes `ns`. */
function withReads(ns: number) {
  const record = recordOf(plan);
  for (const job of record.result.jobs) {
    if (job.direction === 'read') job.passes = [pass(1000, 4096, { read: side(1000, 4096, bucketOf(ns)) })];
  }
  return record;
}

/** ... and every durable small write one of `waits`. */
function withWrites(...waits: { ns: number; calls: number }[]) {
  const record = recordOf(plan);
  const durable = waits.map(({ ns, calls }, index) => {
    const { read: _, ...rest } = pass(calls, 4096, { kind: 'flush_each', loop: index + 1 });
    return { ...rest, write: { ...side(calls, 4096, bucketOf(ns)), max_ns: 2e9 } };
  });
  for (const job of record.result.jobs) if (job.direction === 'write') job.passes.push(...durable);
  return record;
}

describe('opening', () => {
  test.each([
    [100e3, 'fast'],
    [1e6, 'fine'],
    [10e6, 'slow'],
    [40e6, 'verySlow'],
  ] as const)('small reads of %d ns are %s', (ns, grade) => {
    expect(openingOf(withReads(ns))).toMatchObject({ grade, test: 'RND4K Q1' });
  });

  test('is told from the row with the fewest workers, and by nothing where there is none', () => {
    expect(openingOf(recordOf({ ...plan, directions: ['write'] }))).toBeNull();
  });
});

describe('saving', () => {
  test.each([
    [200e3, 'smooth'],
    [4.1e6, 'fine'],
    [30e6, 'slow'],
  ] as const)('durable writes of %d ns are %s', (ns, grade) => {
    expect(savingOf(withWrites({ ns, calls: 100 }))).toMatchObject({ grade, stalls: 0 });
  });

  test('one stall among many is told, many are the verdict', () => {
    const quick = { ns: 200e3, calls: 10_000 };
    expect(savingOf(withWrites(quick, { ns: 500e6, calls: 1 }))).toMatchObject({ grade: 'smooth', stalls: 1 });
    expect(savingOf(withWrites(quick, { ns: 500e6, calls: 50 }))).toMatchObject({ grade: 'stalls', stalls: 50 });
  });
});

test('a series is the counted loops one after the other, and iostat one of them as a whole', () => {
  const [job] = jobsOfPlan(plan);
  if (!job) throw new Error('no job');
  const loops = [0, 1, 2].map((loop) => pass(100 * (loop + 1), 1_000_000, { loop }));
  const measured: JobResult = { ...job, passes: loops };
  expect(seriesOf(measured).map(({ loop, r_per_s }) => [loop, r_per_s])).toEqual([
    [1, 2000],
    [2, 3000],
  ]);
  expect(iostatOfJob(measured)?.r_per_s).toBe(200);
});
