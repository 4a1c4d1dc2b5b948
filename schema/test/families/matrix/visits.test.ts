import { describe, expect, it } from 'vitest';
import { KIB, MIB, type Pass, type Pause, type Row } from '../../../src/documents/index.ts';
import { planAsRun, revisits } from '../../../src/families/matrix/budget.ts';
import { matrixUnshown } from '../../../src/families/matrix/evidence.ts';
import { isByTime, jobsOf } from '../../../src/families/matrix/jobs.ts';
import { passesOfJob, rowOf, visitsIn, workersOfJob } from '../../../src/families/matrix/schedule.ts';
import type { MatrixPlan } from '../../../src/families/matrix/plan-schema.ts';
import { isRecordOf } from '../../../src/families/families.ts';
import { passOps } from '../../../src/figures/index.ts';
import type { JobSpec } from '../../../src/schedule/steps.ts';
import { sharesOfPass, visitsOfPass } from '../../../src/schedule/steps.ts';
import { REAL_RECORDS, realRecord } from '../../../test-support/real-records.ts';
import { asIs, makeJob, makePass, makeRecord, type MatrixRecord, timedSide } from '../../../test-support/record.ts';

const row = (pattern: Row['pattern'], queues: number): Row => ({ pattern, block_bytes: 4 * KIB, queues, threads: 1 });
const isShort = (record: MatrixRecord) => matrixUnshown(record, undefined).short_passes;

describe('a pass visits', () => {
  const files = { bytes: 64 * MIB };

  it('at random one block in so many, all over the file, so that it stays below its bytes', () => {
    const visits = (maxBytes: number, queues = 1) =>
      visitsOfPass(files, { row: row('random', queues), layout: 'shared', maxBytes });
    expect([64 * MIB, 30 * MIB, 15 * MIB].map((maxBytes) => visits(maxBytes))).toEqual([16_384, 5_462, 3_277]);
    expect(visits(30 * MIB, 8)).toBe(5_464);
  });

  it('in order the beginning of the file', () => {
    const bounds = { row: row('sequential', 1), layout: 'shared', maxBytes: 30 * MIB } as const;
    expect(visitsOfPass(files, bounds)).toBe(7_680);
  });

  it('with a file for each worker what is left over of no division', () => {
    const bounds = { row: row('random', 3), layout: 'per-worker', maxBytes: 30 * MIB } as const;
    // 5,461 blocks in each file, of which 2,560 may be visited: one in three.
    expect(sharesOfPass(files, bounds)).toEqual([0, 1, 2].map(() => ({ blockCount: 5_461, first: 0, stride: 3 })));
    expect(visitsOfPass(files, bounds)).toBe(3 * 1_821);
  });

  it('what all workers claim from one share, once', () => {
    const bounds = { row: row('random', 32), layout: 'shared', visitEvery: 8, isClaimed: true } as const;
    expect(visitsOfPass(files, bounds)).toBe(2_048);
  });
});

describe('a pass that has visited all that it may', () => {
  const plan: MatrixPlan = {
    ...{ ...asIs('quick'), file_bytes: 64 * MIB, write_bytes: 30 * MIB, loops: 1, limit_s: 1, drive_s: 0 },
    ...{ rows: [row('random', 1)], directions: ['write'] as const },
  };
  const [head] = jobsOf(plan);
  /** A run whose passes made this share of their calls. */
  function recordWith(share: number): MatrixRecord {
    if (!head) throw new Error('no job');
    const record = makeRecord({ plan });
    const passes = passesOfJob(plan, head).map((spec): Pass => {
      const ops = Math.floor(share * visitsIn(plan, head, spec, 'shared'));
      const { kind, loop, timing } = spec;
      return makePass({ kind, loop, timing, ended: 'visited', write: timedSide(10_000, ops, 4 * KIB) });
    });
    record.result.jobs = [{ ...makeJob(plan, 0, [1]), passes }];
    return record;
  }

  it('is not short, whatever it may visit of the file, and with a call less it is', () => {
    expect(recordWith(1).result.jobs[0]?.passes.map(passOps)).toEqual([3_277, 5_462, 911]);
    expect(isShort(recordWith(1))).toBe(false);
    expect(isShort(recordWith(0.9999))).toBe(true);
  });

  it('has made just as many calls in every real run', () => {
    const differences = REAL_RECORDS.flatMap(([name, storedRecord]) => {
      if (!isRecordOf(storedRecord, 'matrix')) return [];
      const { environment, result, plan: planned } = storedRecord;
      const ran = planAsRun(storedRecord);
      return jobsOf(ran).flatMap((one: JobSpec, index) =>
        passesOfJob(ran, one).flatMap((spec) => {
          const isOpen = (isByTime(planned) && one.direction !== 'read') || revisits(ran, one);
          const pass = result.jobs[index]?.passes.find(
            ({ kind, loop, timing }) => kind === spec.kind && loop === spec.loop && timing === spec.timing,
          );
          if (isOpen || pass?.ended !== 'visited') return [];
          expect(workersOfJob(ran, one)).toBe(pass.workers);
          const visits = visitsIn(ran, one, spec, environment.layout);
          return passOps(pass) === visits ? [] : [`${name} ${rowOf(ran, one).pattern} ${passOps(pass)} ${visits}`];
        }),
      );
    });
    // The oldest one is of a time when workers claimed nothing: each had a visit of its own.
    expect(differences).toEqual(Array.from({ length: 3 }, () => 'chromium-small random 64 42'));
  });

  it('has read half of what is read once where it was measured again, and not where another was', () => {
    const record = structuredClone(realRecord('chromium-quick')) as MatrixRecord;
    const job = record.result.jobs.find(({ reads, status }) => reads === 'drive' && status === 'done');
    const pass = job?.passes.find(({ ended }) => ended === 'visited');
    if (!job || !pass?.read) throw new Error('no part was read to its end');
    expect(isShort(record)).toBe(false);
    pass.read.ops = Math.ceil(pass.read.ops / 2);
    expect(isShort(record)).toBe(true);
    const pause: Pause = { after_ms: 1, ms: 2_000, outcome: 'repeated', row: job.row, direction: 'read' };
    record.environment.pauses = [{ ...pause, direction: 'write' }];
    expect(isShort(record)).toBe(true);
    record.environment.pauses = [pause];
    expect(isShort(record)).toBe(false);
  });
});
