import { expect, test } from 'vitest';
import { placeLabels, widthOf } from '@opfsmark/schema/answer';

const FONT_PX = 12;
const RULER_PX = 290;
const LABELS = [
  { at: 0, text: 'SD card' },
  { at: 0.71, text: 'SATA SSD' },
  { at: 0.72, text: 'NVMe SSD' },
  { at: 1, text: 'Power-protected' },
];

test('labels of a ruler neither overlap nor leave it', () => {
  const moved = placeLabels(LABELS, FONT_PX, RULER_PX);
  const boxes = LABELS.map(({ at, text }, index) => {
    const middle = at * RULER_PX + (moved[index] ?? 0);
    const half = widthOf(text, FONT_PX) / 2;
    return { from: middle - half, to: middle + half };
  });
  expect(boxes[0]?.from).toBeGreaterThanOrEqual(-1);
  expect(boxes.at(-1)?.to).toBeLessThanOrEqual(RULER_PX + 1);
  boxes.slice(1).forEach(({ from }, index) => {
    expect(from).toBeGreaterThan(boxes[index]?.to ?? 0);
  });
});

test('a label with room stays where it is', () => {
  expect(placeLabels([{ at: 0.5, text: 'NVMe' }], FONT_PX, RULER_PX)).toEqual([0]);
});
