import { describe, expect, it } from 'vitest';
import { GIB, MIB, parseRowName, rowName, type Row } from '../../../src/documents/index.ts';
import { matrixFiles, floorsOf, passesOfJob, rowOf } from '../../../src/families/matrix/schedule.ts';
import { estimate } from '../../../src/families/families.ts';
import { jobsOf } from '../../../src/families/matrix/jobs.ts';
import type { MatrixPlan } from '../../../src/families/matrix/plan-schema.ts';
import { fileSizes, workersOfRow } from '../../../src/schedule/steps.ts';
import { asIs } from '../../../test-support/record.ts';

function rowNamed(name: string): Row {
  const row = parseRowName(name);
  if (!row) throw new Error(name);
  return row;
}

/** Reads from memory, once each. */
const PLAIN = { ...asIs('quick'), file_bytes: 256 * MIB, write_bytes: 0, loops: 1, limit_s: 2, drive_s: 0 };
const planWith = (changes: Partial<MatrixPlan>): MatrixPlan => ({ ...PLAIN, ...changes });
const passNames = (plan: MatrixPlan, job: number) => {
  const head = jobsOf(plan)[job];
  if (!head) throw new Error(`no job ${job}`);
  return passesOfJob(plan, head).map((p) => `${p.loop} ${p.kind} ${p.timing} ${p.flush} ${p.limitS}s`);
};

describe('the schedule', () => {
  it('runs all rows in one direction, then all in the next', () => {
    const plan = planWith({ directions: ['write', 'read'] });
    expect(jobsOf(plan).map((head) => `${head.direction} ${rowName(rowOf(plan, head))}`)).toEqual([
      'write SEQ1M Q8T1',
      'write SEQ1M Q1T1',
      'write RND4K Q32T1',
      'write RND4K Q1T1',
      'read SEQ1M Q8T1',
      'read SEQ1M Q1T1',
      'read RND4K Q32T1',
      'read RND4K Q1T1',
    ]);
  });

  it('times large reads one by one', () => {
    expect(passNames(PLAIN, 0)).toEqual(['0 throughput each none 0.5s', '1 throughput each none 2s']);
  });

  it('reads small blocks in batches, then once more timed one by one, in every loop', () => {
    expect(passNames(planWith({ loops: 2 }), 2)).toEqual([
      '0 throughput batched none 0.5s',
      '1 throughput batched none 2s',
      '1 latency each none 1s',
      '2 throughput batched none 2s',
      '2 latency each none 1s',
    ]);
  });

  it('writes with one flush at the end, then with a flush each', () => {
    expect(passNames(PLAIN, 4)).toEqual([
      '0 throughput each end 0.5s',
      '1 throughput each end 2s',
      '1 flush_each each each 1s',
    ]);
  });

  it('mixes in one pass', () => {
    expect(passNames(planWith({ directions: ['mix'] }), 3)).toEqual([
      '0 throughput each end 0.5s',
      '1 throughput each end 2s',
    ]);
  });

  it('keeps the extra passes short where there is no limit, and within a short limit', () => {
    expect(passNames(planWith({ limit_s: 0 }), 2)).toEqual([
      '0 throughput batched none 0.5s',
      '1 throughput batched none 0s',
      '1 latency each none 1s',
    ]);
    expect(passNames(planWith({ limit_s: 1 }), 2)).toEqual([
      '0 throughput batched none 0.5s',
      '1 throughput batched none 1s',
      '1 latency each none 1s',
    ]);
  });

  it('probes each block size and number of workers once, and only for reads', () => {
    const plan = planWith({ rows: [...PLAIN.rows, rowNamed('SEQ4K Q1T1')] });
    expect(floorsOf(plan)).toEqual([
      { blockBytes: MIB, workers: 8 },
      { blockBytes: MIB, workers: 1 },
      { blockBytes: 4096, workers: 32 },
      { blockBytes: 4096, workers: 1 },
    ]);
    expect(floorsOf(planWith({ directions: ['write'] }))).toEqual([]);
  });

  it('gives every worker at least a block', () => {
    const plan = planWith({ file_bytes: 16 * MIB });
    expect(workersOfRow(matrixFiles(plan), rowNamed('SEQ16M Q64T1'))).toBe(1);
    expect(workersOfRow(matrixFiles(plan), rowNamed('SEQ1M Q64T1'))).toBe(16);
    expect(workersOfRow(matrixFiles(plan), rowNamed('RND4K Q32T16'))).toBe(64);
  });
});

describe('the files', () => {
  it('is one in the shared layout', () => {
    expect(fileSizes(matrixFiles(PLAIN), 'shared')).toEqual([256 * MIB]);
  });

  it('is one per worker otherwise, each as large as the largest part that is read from it', () => {
    const sizes = fileSizes(matrixFiles(PLAIN), 'per-worker');
    expect(sizes).toHaveLength(32);
    expect(sizes.slice(0, 2)).toEqual([256 * MIB, 32 * MIB]);
    expect(sizes.slice(7, 9)).toEqual([32 * MIB, 8 * MIB]);
  });

  it('has whole fill blocks', () => {
    const plan = planWith({ file_bytes: 16 * MIB, rows: [rowNamed('RND4K Q64T1')] });
    expect(fileSizes(matrixFiles(plan), 'per-worker')).toEqual(new Array(64).fill(MIB));
  });
});

describe('the estimate', () => {
  it('keeps Quick under a minute', () => {
    expect(estimate(PLAIN).seconds).toBeLessThan(60);
  });

  it('counts the fill and every pass that writes', () => {
    const plan = planWith({ directions: ['write'], rows: [rowNamed('SEQ1M Q1T1')] });
    expect(estimate(plan).bytesWrittenMax).toBe(4 * 256 * MIB);
    expect(estimate({ ...plan, loops: 2 }).bytesWrittenMax).toBe(6 * 256 * MIB);
    expect(estimate({ ...plan, until_stable: true }).bytesWrittenMax).toBe(22 * 256 * MIB);
  });

  it('writes nothing but the fill where only reads are asked for', () => {
    expect(estimate(planWith({ directions: ['read'] })).bytesWrittenMax).toBe(256 * MIB);
    expect(estimate(planWith({ directions: ['read'] }), 'per-worker').bytesWrittenMax).toBeGreaterThan(256 * MIB);
  });

  it('bounds what can be written in the time where the file is visited again and again', () => {
    const plan = planWith({ directions: ['write'], rows: [rowNamed('RND4K Q1T1')], revisit: true });
    const seconds = 0.5 + 2 + 1;
    expect(estimate(plan).bytesWrittenMax).toBe(256 * MIB + seconds * 1e6 * 4096);
  });

  it('counts the written share of a mix, and what chance may add to it', () => {
    const plan = planWith({ directions: ['mix'], rows: [rowNamed('SEQ1M Q1T1')], file_bytes: GIB });
    const writesMax = 0.3 * 1024 + 10 * Math.sqrt(1024 * 0.3 * 0.7);
    expect(estimate(plan).bytesWrittenMax).toBe(GIB + 2 * Math.ceil(writesMax) * MIB);
  });

  it('counts no more of a mix than it visits', () => {
    const plan = planWith({ directions: ['mix'], rows: [rowNamed('SEQ1M Q1T1')], file_bytes: 16 * MIB });
    expect(estimate(plan).bytesWrittenMax).toBe((1 + 2) * 16 * MIB);
  });

  it('has room for every pass that a job can have', () => {
    const plan = planWith({ loops: 10 });
    for (const head of jobsOf(plan)) expect(passesOfJob(plan, head).length).toBeLessThanOrEqual(64);
  });
});
