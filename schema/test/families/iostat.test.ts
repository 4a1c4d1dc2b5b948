import { describe, expect, it } from 'vitest';
import { iostatParts, type Result } from '../../src/families/families.ts';
import type { DatabaseResult } from '../../src/families/database/schema.ts';
import type { SmallFileCase } from '../../src/families/small-files/schema.ts';

const none = { calls: 0, bytes: 0, ns: 0 };

/** Ten small files, for a second in calls all the time. */
const filesOf = (id: SmallFileCase['id'], in_flight: number): Result => ({
  family: 'small-files',
  cases: [
    {
      ...{ id, files: 10, in_flight, create_us: '500000', copy_us: '500000', delete_us: '' },
      ...{ read: { calls: 10, bytes: 40_960, ns: 1e9 }, write: none, verified_files: 10 },
    },
  ],
});

describe('the iostat view', () => {
  it('divides the time of a database into waiting and the rest', () => {
    const result: DatabaseResult = {
      family: 'database',
      sqlite_version: '3.54.1',
      vfs: 'opfs-sahpool',
      page_bytes: 4_096,
      database_bytes: 0,
      verified_rows: 0,
      phases: [
        {
          id: 'single',
          rows: 100,
          elapsed_ns: 1e9,
          read: none,
          write: { calls: 400, bytes: 400 * 4_096, ns: 1e8 },
          sync: { calls: 300, bytes: 0, ns: 7e8 },
          other: { calls: 200, bytes: 0, ns: 1e8 },
          histogram: '',
        },
      ],
    };
    const [line] = iostatParts(result);
    expect(line).toMatchObject({ part: 'single', iowait_percent: 90 });
    expect(line?.row).toMatchObject({ w_per_s: 400, w_mb_per_s: 1.6384, areq_bytes: 4_096, aqu_sz: 0.9 });
  });

  it('has one line a part, and none of what was not measured', () => {
    const row = { contender: 'cache', status: 'done', version: '', checksum: '00000000', survival: null } as const;
    const cell = { ops: 10, bytes: 40_960, elapsed_ns: [5e8, 5e8], storage_ns: [], flushes: null };
    const parts: [Result, string[]][] = [
      [{ family: 'stutter', layout: 'shared' }, []],
      [{ family: 'small-files', cases: [] }, []],
      [filesOf('hl_4k', 2), ['hl_4k']],
      [
        {
          family: 'app-storage',
          rows: [
            {
              ...row,
              cells: [
                { ...cell, workload: 'put' },
                { ...cell, workload: 'read', storage_ns: [1e8, 4e8], flushes: 0 },
              ],
            },
            { ...row, contender: 'coop', cells: [] },
          ],
        },
        ['cache'],
      ],
    ];
    for (const [result, names] of parts) expect(iostatParts(result).map(({ part }) => part)).toEqual(names);
    const [[,], , [small], [storage]] = parts as [
      [Result, string[]],
      [Result, string[]],
      [Result, string[]],
      [Result, string[]],
    ];
    expect(iostatParts(small)[0]).toMatchObject({ iowait_percent: 50, row: { r_per_s: 10, aqu_sz: 1 } });
    expect(iostatParts(filesOf('ll_4k', 16))[0]).toMatchObject({
      iowait_percent: null,
      row: { r_per_s: 10, aqu_sz: 1 },
    });
    expect(iostatParts(filesOf('ll_4k', 1))[0]).toMatchObject({ iowait_percent: 100 });
    expect(iostatParts(storage)[0]).toMatchObject({ iowait_percent: 75, row: { r_per_s: 10, w_per_s: 10 } });
  });
});
