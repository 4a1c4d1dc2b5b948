import { describe, expect, it } from 'vitest';
import { bucketOf, emptyCounts, encodeHistogram } from '../../src/documents/histogram.ts';
import { standardPlan } from '../../src/families/families.ts';
import { PICKED_STEPS, type PickedStep } from '../../src/families/picked-folder/plan.ts';
import { pickedFigure } from '../../src/families/picked-folder/figures.ts';
import type { PickedCell, PickedFolderResult } from '../../src/families/picked-folder/schema.ts';
import { contradictionsIn } from '../../test-support/record.ts';

const PLAN = standardPlan('picked-folder');

function cellOf(
  place: PickedCell['place'],
  step: PickedStep,
  ops: number,
  callNs: number,
  more: Partial<PickedCell> = {},
): PickedCell {
  const counts = emptyCounts();
  counts[bucketOf(callNs)] = ops;
  const bytes = ops * PICKED_STEPS[step].block_bytes;
  const times = { elapsed_ns: ops * callNs, close_ns: 0, histogram: encodeHistogram(counts) };
  return { place, step, ops, bytes, ...times, verified_blocks: 0, ...more };
}

const resultOf = (cells: PickedCell[]): PickedFolderResult => ({ family: 'picked-folder', cells });

describe('figures of a picked folder', () => {
  it('stand beside what the browser reaches in the same calls', () => {
    const cell = cellOf('picked', 'seq_read', 256, 8e6);
    const figure = pickedFigure(cell, resultOf([cellOf('ceiling', 'seq_read', 16, 1e6), cell]));
    expect(figure?.bytesPerS).toBe(1048576 * 125);
    expect(figure?.ofCeiling).toBe(0.125);
    expect(figure?.closedBytesPerS).toBeNull();
  });

  it('of a write are told with and without closing the stream', () => {
    const cell = cellOf('picked', 'write', 100, 1e6, { close_ns: 300e6 });
    const figure = pickedFigure(cell, resultOf([cell]));
    expect(figure?.bytesPerS).toBe(1048576 * 1000);
    expect(figure?.closedBytesPerS).toBe(1048576 * 250);
    expect(figure?.ofCeiling).toBeNull();
  });

  it('of deleting have no bytes', () => {
    const cell = cellOf('picked', 'delete', 10, 1e6);
    expect(pickedFigure(cell, resultOf([cell]))).toMatchObject({ bytesPerS: null, opsPerS: 1000 });
  });
});

describe('what cannot be', () => {
  const problems = (result: PickedFolderResult) => contradictionsIn(PLAN, result);
  it('is not found in what can be', () => {
    expect(problems(resultOf([cellOf('ceiling', 'write', 16, 1e6), cellOf('picked', 'write', 16, 1e6)]))).toEqual([]);
  });
  it.each([
    ['the same twice', [cellOf('picked', 'write', 16, 1e6), cellOf('picked', 'write', 16, 1e6)], '/cells/1'],
    ['other bytes than the calls moved', [cellOf('picked', 'write', 16, 1e6, { bytes: 1 })], '/cells/0/bytes'],
    ['calls without a latency', [cellOf('picked', 'write', 16, 1e6, { histogram: '' })], '/cells/0/histogram'],
    [
      'more compared than read',
      [cellOf('picked', 'seq_read', 2, 1e6, { verified_blocks: 3 })],
      '/cells/0/verified_blocks',
    ],
    ['closing what was not open', [cellOf('picked', 'seq_read', 2, 1e6, { close_ns: 3 })], '/cells/0/close_ns'],
  ] as const)('is named: %s', (_, cells, pointer) => {
    expect(problems(resultOf([...cells]))).toContain(`/result${pointer}`);
  });
});
