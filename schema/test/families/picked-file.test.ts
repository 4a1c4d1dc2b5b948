import { describe, expect, it } from 'vitest';
import { answerOf } from '../../src/answer/of.ts';
import { bucketOf, decodeHistogram, emptyCounts, encodeHistogram, mergeCounts } from '../../src/documents/histogram.ts';
import { MIB } from '../../src/documents/index.ts';
import { metricsOf } from '../../src/boards/index.ts';
import { estimate, figuresOf, standardPlan, type FamilyRecord } from '../../src/families/families.ts';
import { PAIR_BLOCK_BYTES, type InFlight } from '../../src/families/picked-file/plan.ts';
import { pickedFileFigures } from '../../src/families/picked-file/figures.ts';
import type { FileReads, PickedFileResult } from '../../src/families/picked-file/schema.ts';
import { contradictionsIn, makeRecord } from '../../test-support/record.ts';

const PLAN = { ...standardPlan('picked-file'), pairs: 200 };
const SLICE = PLAN.slice_bytes;

function reads(ops: number, blockBytes: number, callNs: number, inFlight = 1): FileReads {
  const counts = emptyCounts();
  counts[bucketOf(callNs)] = ops;
  const busy_ns = ops * callNs;
  return { ops, bytes: ops * blockBytes, elapsed_ns: busy_ns / inFlight, busy_ns, histogram: encodeHistogram(counts) };
}

/** Slices at so many MB/s from the drive, and again at 800. */
const inOrder = (in_flight: InFlight, megabytesPerS: number) => ({
  in_flight,
  first: reads(16, SLICE, (in_flight * SLICE * 1e3) / megabytesPerS, in_flight),
  again: reads(4, SLICE, (in_flight * SLICE * 1e3) / 800, in_flight),
});
const pairs = (firstNs: number, againNs: number) => ({
  first: reads(200, PAIR_BLOCK_BYTES, firstNs),
  again: reads(200, PAIR_BLOCK_BYTES, againNs),
});
/** A hard disk. */
const DISK: PickedFileResult = {
  family: 'picked-file',
  pairs: pairs(8_700_000, 300_000),
  in_order: [inOrder(1, 160), inOrder(4, 90)],
};

function recordOf(result: PickedFileResult): FamilyRecord<'picked-file'> {
  const base = makeRecord({ environment: { engine: 'picked-file' } });
  return { ...base, family: 'picked-file', plan: PLAN, result };
}

describe('a picked file', () => {
  it('gives the drive the time by which the first read is slower than the second', () => {
    const { pair } = pickedFileFigures(DISK);
    expect((pair?.driveNs ?? 0) / 8_400_000).toBeCloseTo(1, 1);
    expect(pickedFileFigures({ ...DISK, pairs: pairs(310_000, 300_000) }).pair?.driveNs).toBeNull();
  });

  it('shows a speed below half of what this browser reaches, and says "at least" above', () => {
    const { inOrder: inOrderFigures, best, ceilingBytesPerS } = pickedFileFigures(DISK);
    expect(inOrderFigures.map(({ isAtLeast }) => isAtLeast)).toEqual([false, false]);
    expect(best?.inFlight).toBe(1);
    expect((ceilingBytesPerS ?? 0) / 800e6).toBeCloseTo(1, 2);
    const fast = pickedFileFigures({ ...DISK, in_order: [inOrder(1, 300), inOrder(4, 700)] });
    expect(fast.inOrder.map(({ isAtLeast }) => isAtLeast)).toEqual([false, true]);
    expect(fast.best?.isAtLeast).toBe(true);
  });

  describe('of which a part was in memory', () => {
    /** A share of the first reads as quick as the second ones. */
    function partly(share: number): NonNullable<PickedFileResult['pairs']> {
      const quick = 200 * share;
      const [memory, drive] = [
        reads(quick, PAIR_BLOCK_BYTES, 300_000),
        reads(200 - quick, PAIR_BLOCK_BYTES, 8_700_000),
      ];
      const counts = mergeCounts([memory, drive].map(({ histogram }) => decodeHistogram(histogram) ?? []));
      const busy_ns = memory.busy_ns + drive.busy_ns;
      const first = { ...pairs(1, 1).first, busy_ns, elapsed_ns: busy_ns, histogram: encodeHistogram(counts) };
      return { first, again: reads(200, PAIR_BLOCK_BYTES, 300_000) };
    }
    const sourcesOf = (result: PickedFileResult) => figuresOf(recordOf(result)).map(({ id, origin }) => [id, origin]);

    it('has no time of the drive and no rate of it, is marked and not ranked', () => {
      const some = { ...DISK, pairs: partly(0.3) };
      expect(contradictionsIn(PLAN, some)).toEqual([]);
      expect(pickedFileFigures(some).pair).toMatchObject({ driveNs: null, shareFromMemory: 0.3 });
      expect(sourcesOf(some)).toEqual([
        ['in-order-1', 'mixed'],
        ['in-order-4', 'mixed'],
        ['random-read', 'mixed'],
      ]);
      expect(metricsOf(recordOf(some))).toEqual({});
      expect(answerOf(recordOf(some))).toMatchObject({
        sentence: { kind: 'nothing', why: 'mixed' },
        proof: { kind: 'mixed', share_from_memory: 0.3 },
      });
    });

    it('is the drive’s up to a tenth of the reads', () => {
      expect(pickedFileFigures({ ...DISK, pairs: partly(0.1) }).pair).toMatchObject({ origin: 'drive' });
      expect(pickedFileFigures({ ...DISK, pairs: partly(0.11) }).pair).toMatchObject({ origin: 'mixed' });
    });

    it('has no rate of the drive where slices were as quick as again, and none at least where the pairs saw no drive', () => {
      const [one = inOrder(1, 160)] = DISK.in_order;
      const counts = mergeCounts([one.first, one.again].map(({ histogram }) => decodeHistogram(histogram) ?? []));
      const first = { ...one.first, ops: 20, bytes: 20 * SLICE, histogram: encodeHistogram(counts) };
      expect(sourcesOf({ ...DISK, in_order: [{ ...one, first }] })[0]).toEqual(['in-order-1', 'mixed']);
      const hot = { ...DISK, pairs: pairs(310_000, 300_000) };
      expect(sourcesOf(hot)[0]).toEqual(['in-order-1', 'unknown']);
      expect(pickedFileFigures({ ...hot, in_order: [inOrder(1, 700)] }).best?.isAtLeast).toBe(false);
    });

    it('has no rate "at least" of a half of it that was in memory, where the other half was read far slower', () => {
      const warm = { ...DISK, in_order: [inOrder(1, 700), inOrder(4, 30)] };
      expect(pickedFileFigures(warm)).toMatchObject({
        pair: { origin: 'drive' },
        inOrder: [
          { origin: 'unknown', isAtLeast: false },
          { origin: 'drive', isAtLeast: false },
        ],
      });
    });
  });

  it('claims nothing of the drive where it cannot be seen', () => {
    const cachedRecord = recordOf({ ...DISK, pairs: pairs(300_000, 300_000), in_order: [inOrder(1, 700)] });
    expect(figuresOf(cachedRecord).map(({ id, origin }) => [id, origin])).toEqual([
      ['in-order-1', 'unknown'],
      ['random-read', 'unknown'],
    ]);
    expect(metricsOf(cachedRecord)).toEqual({});
    expect(figuresOf(recordOf(DISK)).map(({ id, origin }) => [id, origin])).toEqual([
      ['in-order-1', 'drive'],
      ['in-order-4', 'drive'],
      ['drive-time', 'drive'],
    ]);
    expect(Object.keys(metricsOf(recordOf(DISK)))).toEqual(['picked_file_read', 'picked_file_wait']);
  });

  it('writes nothing', () => {
    expect(estimate(standardPlan('picked-file')).bytesWrittenMax).toBe(0);
    expect(PLAN.slice_bytes).toBe(16 * MIB);
  });
});

describe('what cannot be', () => {
  it('is not found in what can be', () => expect(contradictionsIn(PLAN, DISK)).toEqual([]));
  it.each<[string, (result: PickedFileResult) => void]>([
    ['/pairs/first/bytes', ({ pairs: pairReads }) => pairReads && (pairReads.first.bytes += 1)],
    ['/pairs/again/ops', ({ pairs: pairReads }) => pairReads && (pairReads.again = reads(199, PAIR_BLOCK_BYTES, 3e5))],
    ['/pairs/first/busy_ns', ({ pairs: pairReads }) => pairReads && (pairReads.first.elapsed_ns /= 2)],
    ['/pairs/first/ops', (r) => (r.pairs = { first: reads(201, 4096, 1e6), again: reads(201, 4096, 1e6) })],
    ['/in_order/0/first/histogram', ({ in_order: [part] }) => part && (part.first.histogram = '')],
    ['/in_order/0/first/bytes', ({ in_order: [part] }) => part && (part.first = reads(17, SLICE, 1e8))],
    ['/in_order/0/again/ops', ({ in_order: [part] }) => part && (part.again = reads(5, SLICE, 1e7))],
    ['/in_order', ({ in_order }) => in_order.reverse().splice(0, 1, ...in_order.slice(1))],
  ])('is named: %s', (pointer, forge) => {
    const copy = structuredClone(DISK);
    forge(copy);
    expect(contradictionsIn(PLAN, copy)).toContain(`/result${pointer}`);
  });
});
