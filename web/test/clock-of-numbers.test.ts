/** Nothing is shown finer than the clock that measured it: the middle of a histogram's bucket is a time that no clock told. */
import { LANGUAGES } from '@opfsmark/schema/answer/words/languages';
import { boardClockNs } from '@opfsmark/schema/boards';
import { bucketOf, bucketValueNs } from '@opfsmark/schema/documents';
import { describe, expect, test } from 'vitest';
import { createFormat } from '../src/lib/base/format/format.ts';
import { boardValue } from '../src/lib/features/board/rows.ts';

const format = createFormat(LANGUAGES.en, { comma: () => ', ', s: () => '', min: () => '', h: () => '' });
const FIRST_STEP = bucketValueNs(bucketOf(5_000));

test('the bucket of one step has its middle elsewhere', () => expect(FIRST_STEP).toBe(5_056));

describe('on a board', () => {
  test.each([
    [null, FIRST_STEP, '≤ 5 µs'],
    ['chrome', 10_112, '10 µs'],
    ['firefox', FIRST_STEP, '≤ 20 µs'],
    ['safari', 41_100, '40 µs'],
    [null, 1_423_000, '1.43 ms'],
    ['node', 3_100, '3.10 µs'],
  ])('in %s %d ns are %s', (browser, ns, text) => {
    expect(boardValue(ns, 'ns', format, boardClockNs('rnd4k_q1t1_flush', browser))).toBe(text);
  });

  test('the time per operation is that of many, and has no step', () => {
    expect(boardValue(7_310, 'ns', format, boardClockNs('app_put_opfs_sync', 'chrome'))).toBe('7.31 µs');
  });
});
