import { describe, expect, it } from 'vitest';
import { asSsdFigures } from '../../../src/families/matrix/as-ssd.ts';
import { planOf } from '../../../src/families/matrix/profiles.ts';
import type { MatrixPlan } from '../../../src/families/matrix/plan-schema.ts';
import { makeFloor, makeJob, makePass, makeRecord, timedSide } from '../../../test-support/record.ts';

const MB = 1e6;
const READ_NS = 60_000;
const WRITE_NS = 2_000_000;
/** Sequential, 4K, 4K-64Thrd; reads, then writes. */
const RATES = [500 * MB, 30 * MB, 300 * MB, 400 * MB, 80 * MB, 200 * MB];

function recordOf(changes: Partial<MatrixPlan> = {}, rates: readonly number[] = RATES) {
  const plan = { ...planOf('as-ssd'), ...changes };
  return makeRecord({
    plan,
    jobs: rates.map((rate, index) => {
      const job = makeJob(plan, index, [rate]);
      const timedPass =
        job.direction === 'read'
          ? makePass({ kind: 'latency', read: timedSide(READ_NS, 100, job.row.block_bytes) })
          : makePass({ kind: 'flush_each', write: timedSide(WRITE_NS, 100, job.row.block_bytes) });
      return { ...job, passes: [...job.passes, timedPass] };
    }),
  });
}

describe('AS SSD-like figures', () => {
  it('follow the published formulas', () => {
    const figures = asSsdFigures(recordOf());
    expect(figures?.read).toBeCloseTo(50 + 30 + 300, 6);
    expect(figures?.write).toBeCloseTo(40 + 80 + 200, 6);
    expect(figures?.total).toBeCloseTo(60 + 50 + 60 + 80 + 200 + 450, 6);
  });

  it('name the access time of one call in either direction', () => {
    expect(asSsdFigures(recordOf())).toMatchObject({ read_access_ns: READ_NS, write_access_ns: WRITE_NS });
  });

  it('say that memory answered the reads, or that nothing tells', () => {
    const record = recordOf();
    expect(asSsdFigures(record)).toMatchObject({ origin: 'unknown', write_origin: null });
    record.result.floors = record.result.jobs.map(({ row, workers }) =>
      makeFloor({ block_bytes: row.block_bytes, workers, hot_read: timedSide(READ_NS, 1000, row.block_bytes) }),
    );
    for (const pass of record.result.jobs.flatMap(({ passes }) => passes)) {
      if (pass.kind === 'latency' && pass.read) pass.read = timedSide(READ_NS, 1000, pass.read.bytes / pass.read.ops);
      if (pass.kind === 'throughput' && pass.read) pass.read.busy_ns = READ_NS * pass.read.ops;
    }
    expect(asSsdFigures(record)).toMatchObject({ origin: 'memory', write_origin: null });
  });

  it('are for the standard plan of that profile alone, finished', () => {
    expect(asSsdFigures(recordOf({ loops: 2 }))).toBeNull();
    expect(asSsdFigures(recordOf({}, RATES.slice(0, 5)))).toBeNull();
    expect(asSsdFigures(makeRecord())).toBeNull();
  });
});
