import { describe, expect, it, test } from 'vitest';
import { LANGUAGES } from '../../src/answer/words/languages.ts';
import { intervalOf, shownInterval } from '../../src/figures/index.ts';
import { amount, quantity, type Unit } from '../../src/figures/figure.ts';
import english from '../../src/figures/words/en.ts';
import japanese from '../../src/figures/words/ja.ts';
import { figureUnit } from '../../src/report/format.ts';
import { formatterIn } from '../../src/report/index.ts';

const [en, ja] = [formatterIn(LANGUAGES.en, english, 5_000), formatterIn(LANGUAGES.ja, japanese, 5_000)];

describe('a number as every place writes it', () => {
  it.each<[Unit, number, string, string]>([
    ['rows_per_s', 43.31, '43.3 rows/s', '43.3行/秒'],
    ['bytes_per_s', 3_551_343_210, '3,551 MB/s', '3,551 MB/s'],
    ['bytes_per_s', 31_250, '0.0313 MB/s', '0.0313 MB/s'],
    ['ns', 5_234, '5.23 µs', '5.23 µs'],
    ['ns', 116_300_000, '116.3 ms', '116.3 ms'],
    ['ns', 2_500_000_000, '2.50 s', '2.50秒'],
    // No time of a call is told finer than by the clock that measured it.
    ['call_ns', 5_056, '≤ 5 µs', '≤ 5 µs'],
    ['call_ns', 65_700, '65 µs', '65 µs'],
    ['share', 0.00012, '0.012 %', '0.012 %'],
    ['share', 0.9, '90 %', '90 %'],
    ['calls', 0, '0 calls', '0回'],
    ['bytes', 999_600, '1 MB', '1 MB'],
    ['block_bytes', 4_096, '4 KiB', '4 KiB'],
    ['ratio', 0.005, '200× slower', '約 1/200 の速さ'],
    ['ratio', 1 / 1.8, '1.8× slower', '約 1/1.8 の速さ'],
    ['ratio', 3.14, '3.1× faster', '3.1倍の速さ'],
    ['ratio', 1, 'the same', '同じ'],
  ])('%s of %d', (unit, value, inEnglish, inJapanese) => {
    expect([en.text(amount(value, unit)), ja.text(amount(value, unit))]).toEqual([inEnglish, inJapanese]);
  });

  it('has its interval with the same rounding', () => {
    const measured = quantity(intervalOf([950e6, 1_050e6, 1_000e6]), 'bytes_per_s', 'cached');
    expect([en.text(measured), en.interval(measured)]).toEqual(['1,000 MB/s', '835.8 to 1,197']);
    expect(en.marked(en.text(measured), measured)).toBe('1,000 MB/s (from memory)');
    expect(en.mark({ ...measured, isWrite: true })).toBe('kept in memory');
    expect([en.source({ origin: 'drive' }), en.mark({ origin: 'drive' })]).toEqual(['from the drive', '']);
  });
});

test('what was measured once has no interval to show, and one to compare by', () => {
  const once = intervalOf([4_000]);
  expect([once.low < 4_000, once.high > 4_000]).toEqual([true, true]);
  expect(en.interval(quantity(once, 'iops'))).toBe('');
  expect(shownInterval(intervalOf([4_000, 4_000]))).not.toBeNull();
});

test('a figure of single calls is told in steps of the clock, a mean of many as it is', () => {
  const text = (id: string, clockStepNs: number) =>
    formatterIn(LANGUAGES.en, english, clockStepNs).text({ value: 65_700, unit: figureUnit({ id, unit: 'ns' }) });
  expect(text('rnd4k_q1t1 drive_wait', 5_000)).toBe('65 µs');
  expect(text('drive-time', 5_000)).toBe('65 µs');
  expect(text('rnd4k_q1t1 drive_wait', 20_000)).toBe('60 µs');
  expect(text('idb-strict put', 20_000)).toBe('65.7 µs');
});
