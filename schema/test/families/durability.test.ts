import { describe, expect, it } from 'vitest';
import { answerOf } from '../../src/answer/of.ts';
import { MIB, type Pass } from '../../src/documents/index.ts';
import type { RunRecord } from '../../src/families/checks.ts';
import { durabilityFigures, isFlushedBriefly } from '../../src/families/durability/figures.ts';
import { standardPlan } from '../../src/families/families.ts';
import type { DurabilityResult } from '../../src/families/durability/schema.ts';
import { reportOf } from '../../src/report/report.ts';
import { makePass, makeRecord, timedSide } from '../../test-support/record.ts';
import { refusesForgeries } from './forgeries.ts';

describe('durability', () => {
  const plan = { ...standardPlan('durability'), bytes: 10 * MIB, loops: 2 };
  const loop = (change: Partial<Pass>, ns: number) => makePass({ ...change, write: timedSide(ns, 10, MIB) });
  const result: DurabilityResult = {
    family: 'durability',
    layout: 'shared',
    none: [loop({ elapsed_ns: 1e7, total_ns: 1e7 }, 1e6), loop({ elapsed_ns: 1e7, total_ns: 1e7, loop: 2 }, 1e6)],
    end: [
      loop({ elapsed_ns: 1e7, total_ns: 5e7, flush_ns: 4e7 }, 1e6),
      loop({ elapsed_ns: 1e7, total_ns: 5e7, flush_ns: 4e7 }, 1e6),
    ],
    each: [loop({ kind: 'flush_each', elapsed_ns: 2e8, total_ns: 2e8 }, 2e7)],
  };
  const recordOf = (of: DurabilityResult) =>
    ({ ...makeRecord(), family: 'durability', status: 'stopped', plan, result: of }) as unknown as RunRecord;
  it('divides the same bytes by the time of each way', () => {
    const figures = durabilityFigures(result);
    expect(figures.map(({ mode, bytesPerS }) => [mode, bytesPerS / MIB])).toEqual([
      ['none', 1_000],
      ['end', 200],
      ['each', 50],
    ]);
    expect(figures.map(({ ratio }) => ratio)).toEqual([1, 0.2, 0.05]);
    expect(figures.map(({ callNs }) => callNs)).toEqual([1e6, 1e6, 2e7]);
  });
  it('says so where the flushed writes were measured for under 2 seconds', () => {
    const each = (seconds: number) => [
      loop({ kind: 'flush_each', elapsed_ns: seconds * 1e9, total_ns: seconds * 1e9 }, 2e7),
    ];
    expect(isFlushedBriefly(durabilityFigures({ ...result, each: each(1.9) }))).toBe(true);
    expect(isFlushedBriefly(durabilityFigures({ ...result, each: each(2) }))).toBe(false);
    expect(isFlushedBriefly(durabilityFigures({ ...result, each: [] }))).toBe(false);
  });
  it('has no ratio where nothing went without flushes, and says nothing of what a flush costs', () => {
    const withoutNone = { ...result, none: [] };
    expect(durabilityFigures(withoutNone).map(({ ratio }) => ratio)).toEqual([null, null]);
    expect(answerOf(recordOf(withoutNone)).sentence).toEqual({ kind: 'nothing', why: 'stopped' });
  });
  it('says what share of the speed is left, and none where flushes make it no slower', () => {
    const leadOf = (totalNs: number) => {
      const each = [loop({ kind: 'flush_each', elapsed_ns: totalNs, total_ns: totalNs }, totalNs / 10)];
      const { lead, format } = reportOf(recordOf({ ...result, each }));
      return format.phrases(lead);
    };
    expect(leadOf(2e8)).toBe('With a flush after every write, 5 % of the speed is left (1 loop).');
    expect([leadOf(1.05e7), leadOf(5e6)]).toEqual(['', '']);
  });
  refusesForgeries(plan, result, [
    ['/none/0/flush_ns', (r) => r.none[0] && (r.none[0].flush_ns = 5)],
    ['/each/0/kind', (r) => r.each[0] && (r.each[0].kind = 'throughput')],
    ['/end/1/write/bytes', (r) => r.end[1]?.write && (r.end[1].write.bytes += 1)],
    ['/end', (r) => r.end.push(...r.end)],
    ['/none/0/read', (r) => r.none[0] && (r.none[0].read = timedSide(1, 1, MIB))],
  ]);
});
