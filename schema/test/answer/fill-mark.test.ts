import { expect, it } from 'vitest';
import { answerOf } from '../../src/answer/of.ts';
import { isMeasured } from '../../src/answer/index.ts';
import { withFillMark } from '../../src/answer/build.ts';
import { makeMatrix, writes } from '../../test-support/matrix-records.ts';

const FILL = { bytes: 16e6, elapsed_ns: 0.1e9, flush_ns: 0.1e9 };
const writeOf = (answer: ReturnType<typeof answerOf>) =>
  answer.rulers.flatMap(({ marks }) => marks).find(({ id }) => id === 'large_write' || id === 'long_write');

it('shows how fast the file was filled until a write was measured, and no interval of it', () => {
  const mark = writeOf(withFillMark(answerOf(makeMatrix([])), FILL));
  expect(mark).toMatchObject({ value: 80, low: 80, high: 80, from: 'drive' });
});

it('leaves what was measured, and what nobody knows', () => {
  const measured = answerOf(makeMatrix(writes()));
  expect(withFillMark(measured, FILL)).toEqual(measured);
  const mark = writeOf(withFillMark(answerOf(makeMatrix([])), undefined));
  expect(mark && isMeasured(mark)).toBe(false);
});
