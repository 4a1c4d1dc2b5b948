import { describe, expect, it } from 'vitest';
import { databaseFigure } from '../../src/families/database/figures.ts';
import { standardPlan } from '../../src/families/families.ts';
import type { DatabaseResult } from '../../src/families/database/schema.ts';
import { contradictionsIn, timedSide } from '../../test-support/record.ts';
import { refusesForgeries } from './forgeries.ts';

describe('database', () => {
  const plan = {
    ...standardPlan('database'),
    bulk_rows: 1_000,
    single_rows: 10,
    point_reads: 100,
    enough_s: 0,
    page_bytes: 4_096 as const,
  };
  const none = { calls: 0, bytes: 0, ns: 0 };
  const result: DatabaseResult = {
    family: 'database',
    sqlite_version: '3.54.1',
    vfs: 'opfs-sahpool',
    page_bytes: 4_096,
    database_bytes: 1_400_000,
    verified_rows: 1_010,
    phases: [
      {
        id: 'bulk',
        rows: 1_000,
        elapsed_ns: 5e8,
        read: none,
        write: { calls: 300, bytes: 1_228_800, ns: 0.3e8 },
        sync: { calls: 2, bytes: 0, ns: 0.1e8 },
        other: none,
        histogram: '',
      },
      {
        id: 'single',
        rows: 10,
        elapsed_ns: 1e8,
        read: none,
        write: { calls: 40, bytes: 163_840, ns: 1e7 },
        sync: { calls: 30, bytes: 0, ns: 7.9e7 },
        other: { calls: 20, bytes: 0, ns: 9e5 },
        histogram: timedSide(1e7, 10, 1).histogram,
      },
      {
        id: 'reads',
        rows: 100,
        elapsed_ns: 1e7,
        read: { calls: 20, bytes: 81_920, ns: 1e6 },
        write: none,
        sync: none,
        other: none,
        histogram: timedSide(1e5, 100, 1).histogram,
      },
    ],
  };
  it('divides the time into waiting and computing', () => {
    const figures = result.phases.map(databaseFigure);
    expect(figures.map(({ rowsPerS }) => rowsPerS)).toEqual([2_000, 100, 10_000]);
    expect(figures.map(({ waitShare }) => Math.round(waitShare * 1_000))).toEqual([80, 899, 100]);
    for (const { waitShare, computeShare } of figures) expect(waitShare + computeShare).toBe(1);
    expect(figures.map(({ p50Ns, p99Ns }) => [p50Ns !== null, p99Ns !== null])).toEqual([
      [false, false],
      [false, false],
      [true, false],
    ]);
  });
  it('may have fewer rows than planned where a phase has gone on for long enough', () => {
    const [bulk, single, reads] = result.phases;
    if (!bulk || !single || !reads) throw new Error('no phases');
    const pointersAt = (elapsed_ns: number) => {
      const phases = [bulk, single, { ...reads, elapsed_ns }];
      return contradictionsIn({ ...plan, point_reads: 1_000, enough_s: 1 }, { ...result, phases });
    };
    expect(pointersAt(1e9)).toEqual([]);
    expect(pointersAt(0.9e9)).toEqual(['/result/phases/2/rows']);
  });
  refusesForgeries(plan, result, [
    ['/phases/0/rows', (r) => r.phases[0] && (r.phases[0].rows = 999)],
    ['/phases/0', (r) => r.phases[0] && (r.phases[0].write.ns = 6e8)],
    ['/phases/0/write', (r) => r.phases[0] && (r.phases[0].write.calls = 0)],
    ['/phases/1/sync', (r) => r.phases[1] && (r.phases[1].sync.calls = 9)],
    ['/phases/2/histogram', (r) => r.phases[2] && (r.phases[2].histogram = '3')],
    ['/phases/0/id', (r) => r.phases.reverse()],
    ['/verified_rows', (r) => (r.verified_rows = 1_009)],
    ['/page_bytes', (r) => (r.page_bytes = 512)],
    ['/database_bytes', (r) => (r.database_bytes = 1_000)],
  ]);
});
