import { describe, expect, it } from 'vitest';
import {
  bucketOf,
  emptyCounts,
  encodeHistogram,
  GIB,
  type JobResult,
  MIB,
  totalCount,
} from '../../../src/documents/index.ts';
import { burstBytes } from '../../../src/families/matrix/flushes.ts';
import { driveFigure, verdictInRecord } from '../../../src/families/matrix/verdict.ts';
import type { FamilyId } from '../../../src/families/ids.ts';
import { figuresOf, flagsOf, familyOf } from '../../../src/families/families.ts';
import type { Forget } from '../../../src/families/matrix/schema.ts';
import { jobsOf } from '../../../src/families/matrix/jobs.ts';
import { planOf } from '../../../src/families/matrix/profiles.ts';
import { rowOf } from '../../../src/families/matrix/schedule.ts';
import {
  asIs,
  makeFloor,
  makeJob,
  makePass,
  makeRecord,
  makeSide,
  type MatrixRecord,
  timedSide,
} from '../../../test-support/record.ts';
import { reportOf, tableForm } from '../../../src/report/index.ts';
import notForgotten from './fixtures/not-forgotten.json' with { type: 'json' };

it.each([
  ['Quick, whose passes have a bound', planOf('quick'), 30 * MIB],
  ['a profile whose file they visit once', planOf('nvme'), GIB],
  ['a larger file', { ...planOf('nvme'), file_bytes: 2 * GIB }, null],
  ['a bound on a larger file', { ...planOf('nvme'), file_bytes: 2 * GIB, write_bytes: 64 * MIB }, 64 * MIB],
  ['writes that start over', { ...planOf('default'), revisit: true }, null],
  ['reads alone', { ...planOf('default'), directions: ['read' as const] }, null],
])('a pass of up to 1 GiB is a burst: %s', (_, plan, bytes) => {
  expect(burstBytes(plan)).toBe(bytes);
});

it.each([
  [GIB, 'SEQ1M Q8 write_burst'],
  [4 * GIB, 'SEQ1M Q8 write_flush'],
])('the figure of a write on %d bytes is called %s', (file_bytes, name) => {
  const plan = { ...asIs('default'), drive_s: 0, write_bytes: 0, file_bytes };
  const record = makeRecord({ plan, jobs: [makeJob(plan, 4, [1e9])] });
  expect(figuresOf(record).map((figure) => figure.name)).toContain(name);
});

const HOT_NS = { random: 2_000, sequential: 100_000 } as const;
const DRIVE_NS = { random: 100_000, sequential: 2_000_000 } as const;
const PLAN = planOf('quick');
const HEADS = jobsOf(PLAN);

/** Calls of which a share found what the system had read ahead. */
function readSide(index: number, share: number) {
  const head = HEADS[index];
  if (!head) throw new Error('no job');
  const { pattern, block_bytes } = rowOf(PLAN, head);
  const ops = 1000;
  const ahead = Math.round(share * ops);
  const counts = emptyCounts();
  counts[bucketOf(HOT_NS[pattern])] = ahead;
  counts[bucketOf(DRIVE_NS[pattern])] = ops - ahead;
  return makeSide({
    ...{ ops, bytes: ops * block_bytes, busy_ns: ahead * HOT_NS[pattern] + (ops - ahead) * DRIVE_NS[pattern] },
    ...{ min_ns: HOT_NS[pattern], max_ns: DRIVE_NS[pattern], histogram: encodeHistogram(counts) },
  });
}

/** Quick's drive reads: those at random with one share of calls from memory, those in order with another. */
function recordOf(atRandom: number, inOrder: number, elapsedNs = 1e9): MatrixRecord {
  const jobs = HEADS.map((head, index): JobResult => {
    const job = makeJob(PLAN, index, [5e8]);
    if (head.reads !== 'drive') return job;
    const isRandom = job.row.pattern === 'random';
    const read = readSide(index, isRandom ? atRandom : inOrder);
    const { workers } = job;
    const time = Math.max(elapsedNs, read.busy_ns / workers);
    return { ...job, passes: [makePass({ workers, read, elapsed_ns: time, total_ns: time })] };
  });
  const record = makeRecord({ plan: PLAN, jobs, environment: { clock_step_ns: 100 } });
  record.result.floors = jobs.map(({ row, workers }) =>
    makeFloor({
      block_bytes: row.block_bytes,
      workers,
      hot_read: timedSide(HOT_NS[row.pattern], 1000, row.block_bytes),
    }),
  );
  record.result.forget = { ...FORGOTTEN };
  return record;
}

const FORGOTTEN: Forget = { ended: 'forgotten', bytes_read: 1024 * MIB, elapsed_ns: 1e9, samples: 8, slow_samples: 8 };

const inOrderOf = ({ result }: MatrixRecord) => {
  const job = result.jobs.find(({ reads, row }) => reads === 'drive' && row.pattern === 'sequential');
  if (!job) throw new Error('no job');
  return job;
};

describe('reads in order where the system reads ahead', () => {
  it('are the drive’s where the file was forgotten and reads at random waited for the drive', () => {
    const record = recordOf(0, 0.6);
    const verdict = verdictInRecord(record, inOrderOf(record));
    expect(verdict).toMatchObject({ verdict: 'drive', why: 'forgotten' });
    expect(verdict?.share_from_memory).toBeCloseTo(0.6, 1);
    expect(driveFigure(record, inOrderOf(record))).toMatchObject({ kind: 'whole' });
  });

  it('have a rate then, and no times of calls: most of these found what was read ahead', () => {
    const record = recordOf(0, 0.6);
    const { tests = [], figures } = reportOf(record);
    const inOrder = tests.filter(({ row, reads }) => reads === 'drive' && row.pattern === 'sequential');
    expect(inOrder.length).toBeGreaterThan(0);
    for (const { latency, counts, bytesPerS, origin } of inOrder)
      expect([latency, totalCount(counts), origin, bytesPerS.value > 0]).toEqual([null, 0, 'drive', true]);
    const atRandom = tests.filter(({ row, reads }) => reads === 'drive' && row.pattern === 'random');
    for (const { latency } of atRandom) expect(latency?.p50_ns).toBeGreaterThan(0);
    const p99s = figures.filter(({ id }) => /^seq.* drive_read$/.test(id)).map(({ p99 }) => p99);
    expect(p99s).toEqual(inOrder.map(() => null));
    for (const line of tableForm(reportOf(record))
      .split('\n')
      .filter((tableLine) => /^SEQ.*read, drive/.test(tableLine)))
      expect(line).toMatch(/–\s+–.*from the drive$/);
  });

  it('are what their calls say where forgetting did not come to its end', () => {
    const record = recordOf(0, 0.6);
    if (record.result.forget) record.result.forget.ended = 'limit_time';
    expect(verdictInRecord(record, inOrderOf(record))).toMatchObject({ verdict: 'mixed', why: 'split' });
  });

  it('are what their calls say where reads at random found memory', () => {
    const record = recordOf(0.5, 0.6);
    expect(verdictInRecord(record, inOrderOf(record))).toMatchObject({ verdict: 'mixed', why: 'split' });
  });

  it('are not the drive’s at the rate of memory', () => {
    const record = recordOf(0, 1, 1);
    expect(verdictInRecord(record, inOrderOf(record))).toMatchObject({ verdict: 'memory' });
  });

  it('leave reads from memory as they are', () => {
    const record = recordOf(0, 0.6);
    const [memory] = record.result.jobs.filter(({ reads }) => reads === 'memory');
    if (!memory) throw new Error('no job');
    expect(verdictInRecord(record, memory)?.why).not.toBe('forgotten');
  });

  it('have no verdict until what they are held against was measured', () => {
    const { floors, ...result } = recordOf(0, 0.6).result;
    const record = { ...recordOf(0, 0.6), result: { ...result, floors: [] } };
    const job = inOrderOf(record);
    expect(verdictInRecord(record, job)).toMatchObject({ verdict: 'unknown', why: 'no_floor' });
    expect(verdictInRecord({ ...record, result: { ...result, floors } }, job)).toMatchObject({ verdict: 'drive' });
  });
});

describe('a run whose sampled file was forgotten', () => {
  const toldOf = (atRandom: number) => {
    const record = recordOf(atRandom, 0.6);
    const flags = flagsOf(familyOf<FamilyId>(record.family), record).filter(({ code }) => code.startsWith('forget_'));
    return { flags, isInText: tableForm(reportOf(record)).includes('had some of the files in memory') };
  };

  it.each([0.2, 0.5, 1])('says that memory answered %d of the reads of the files beside it', (share) => {
    const { flags, isInText } = toldOf(share);
    expect(flags).toMatchObject([{ code: 'forget_partial', next: 'close_others_and_repeat' }]);
    expect(flags[0]?.evidence['kept_percent']).toBeCloseTo(100 * share, -1);
    expect(isInText).toBe(true);
  });

  it('says nothing where all of them waited for the drive', () => {
    expect(toldOf(0)).toEqual({ flags: [], isInText: false });
  });
});

describe('reads at random of a file that the system was not seen to forget', () => {
  const atRandom = ({ result }: MatrixRecord) =>
    result.jobs.flatMap((job) => (job.reads === 'drive' && job.row.pattern === 'random' ? [job] : []));
  const verdictsAfter = (changes: Partial<Forget>) => {
    const record = recordOf(0, 0);
    record.result.forget = { ...FORGOTTEN, ended: 'limit_time', ...changes };
    return atRandom(record).map((job) => verdictInRecord(record, job));
  };

  it.each([0, 7])('have no known source where %d samples were slow', (slow_samples) => {
    const verdicts = verdictsAfter({ slow_samples });
    expect(verdicts.length).toBeGreaterThan(0);
    for (const verdict of verdicts) expect(verdict).toMatchObject({ verdict: 'unknown', why: 'not_forgotten' });
  });

  it('are the drive’s where as many samples were slow as forgetting asks for, or it came to its end', () => {
    for (const changes of [{ slow_samples: 8 }, { ended: 'forgotten' } as const]) {
      for (const verdict of verdictsAfter(changes)) expect(verdict).toMatchObject({ verdict: 'drive', why: 'split' });
    }
  });

  it('are not the drive’s in a run of which each worker’s only call was late, and others found memory', () => {
    const record = notForgotten as unknown as MatrixRecord;
    const verdicts = record.result.jobs.map((job) => verdictInRecord(record, job)?.verdict);
    expect(verdicts).toContain('memory');
    expect(verdicts).not.toContain('drive');
    expect(record.result.jobs.map((job) => driveFigure(record, job).kind)).not.toContain('whole');
  });
});
