import { expect, test } from 'vitest';
import { keepUnits } from '../src/lib/base/format/text.ts';

test('a number and its unit stay on one line, and a number and a word may part', () => {
  expect(keepUnits('10,000 files take 54 s')).toBe('10,000 files take 54\u00a0s');
  expect(keepUnits('90 % of that at 256 KiB; 7 samples')).toBe('90\u00a0% of that at 256\u00a0KiB; 7 samples');
  expect(keepUnits('It took 1 min 20 s, 2時間5分')).toBe('It took 1\u00a0min 20\u00a0s, 2\u2060時間5\u2060分');
  expect(keepUnits('1万個で54秒、120 µs、1,350 MB/s')).toBe('1万個で54\u2060秒、120\u00a0µs、1,350\u00a0MB/s');
});
