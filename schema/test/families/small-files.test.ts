import { describe, expect, it } from 'vitest';
import { standardPlan } from '../../src/families/families.ts';
import { smallFileFigures } from '../../src/families/small-files/figures.ts';
import type { SmallFilesResult } from '../../src/families/small-files/schema.ts';
import { refusesForgeries } from './forgeries.ts';

describe('small files', () => {
  const plan = { ...standardPlan('small-files'), ll_512k_files: 200, ll_4k_files: 0, hl_4k_files: 5_000, trials: 2 };
  const result: SmallFilesResult = {
    family: 'small-files',
    cases: [
      {
        id: 'll_512k',
        files: 200,
        in_flight: 1,
        create_us: '1000000 3000000',
        copy_us: '14957000 14957000',
        delete_us: '500000 500000',
        read: { calls: 3_200, bytes: 400 * 524_288, ns: 5e9 },
        write: { calls: 6_400, bytes: 800 * 524_288, ns: 6e9 },
        verified_files: 400,
      },
      {
        id: 'hl_4k',
        files: 5_000,
        in_flight: 8,
        create_us: '10000000',
        copy_us: '8812000',
        delete_us: '5000000',
        read: { calls: 5_000, bytes: 5_000 * 4_096, ns: 5e9 },
        write: { calls: 10_000, bytes: 10_000 * 4_096, ns: 6e9 },
        verified_files: 5_000,
      },
    ],
  };
  it('tells create, copy and delete apart', () => {
    const [first, second] = result.cases.map(smallFileFigures);
    expect(first?.map(({ step, seconds, filesPerS }) => [step, seconds, filesPerS])).toEqual([
      ['create', 2, 100],
      ['copy', 14.957, 200 / 14.957],
      ['delete', 0.5, 800],
    ]);
    expect(first?.[0]?.bytesPerS).toBe((200 * 524_288) / 2);
    expect(first?.[2]?.bytesPerS).toBeNull();
    expect(second?.map(({ filesPerS }) => filesPerS)).toEqual([500, 5_000 / 8.812, 2_000]);
  });
  refusesForgeries(plan, result, [
    ['/cases/0/files', (r) => r.cases[0] && (r.cases[0].files = 100)],
    ['/cases/0/verified_files', (r) => r.cases[0] && (r.cases[0].verified_files = 200)],
    ['/cases/0', (r) => r.cases[0] && (r.cases[0].create_us = '')],
    ['/cases/0/write/bytes', (r) => r.cases[0] && (r.cases[0].write.bytes -= 1)],
    ['/cases/1/read/bytes', (r) => r.cases[1] && (r.cases[1].read.bytes -= 1)],
    ['/cases/1', (r) => r.cases[1] && (r.cases[1].copy_us = '0')],
    ['/cases', (r) => r.cases.push(...structuredClone(r.cases))],
  ]);
});
