import { describe, expect, test } from 'vitest';
import { barPosition, parseUnit } from '../src/lib/base/format/units.ts';
import { createI18n } from '../src/lib/base/i18n/index.ts';
import { texts } from '../src/lib/base/i18n/texts.ts';

await texts.load('en', 'site');
await texts.load('ja', 'site');
const en = createI18n('en').format;
const ja = createI18n('ja').format;

describe('sentences of a paragraph', () => {
  test('have a space between them in English, and empty ones are left out', () =>
    expect(en.sentences(['About 20 s.', '', 'Writes 1 GB.'])).toBe('About 20 s. Writes 1 GB.'));

  test('have none in Japanese', () =>
    expect(ja.sentences(['約20秒。', '1 GB 書きます。'])).toBe('約20秒。1 GB 書きます。'));
});

describe('numbers', () => {
  test.each([
    [2913.4, '2,913'],
    [358.24, '358.2'],
    [20.84, '20.8'],
    [1.424, '1.42'],
    [0, '0'],
    [-0.001, '0.00'],
    [-1.5, '-1.50'],
    [Number.NaN, '–'],
  ])('%d is shown as %s', (value, text) => expect(en.number(value)).toBe(text));
});

describe('times', () => {
  test.each([
    [350, '350 ns'],
    [1_420, '1.42 µs'],
    [47_300, '47.3 µs'],
    [340_000, '340 µs'],
    [1_400_000, '1.40 ms'],
    [2e9, '2 s'],
  ])('%d ns is shown as %s', (ns, text) => expect(en.durationText(ns)).toBe(text));

  test('what the clock cannot tell is shown as its step', () => {
    expect(en.latencyText(1800, 5000)).toBe('≤ 5 µs');
    expect(en.latencyText(5000, 5000)).toBe('≤ 5 µs');
    expect(en.latencyText(12_300, 5000)).toBe('10 µs');
    expect(en.longestText(2_003_000, 5000)).toBe('2.005 ms');
  });

  test.each([
    [39.6, '40 s'],
    [60, '1 min'],
    [125, '2 min 5 s'],
    [3700, '1 h 1 min'],
    [-3, '0 s'],
  ])('a wait of %d s is shown as %s', (seconds, text) => expect(en.seconds(seconds)).toBe(text));

  test('words of Japanese stand at their number, units of science apart', () => {
    expect(ja.seconds(125)).toBe('2分5秒');
    expect(ja.seconds(3700)).toBe('1時間1分');
    expect(ja.durationText(2e9)).toBe('2秒');
    expect(ja.durationText(340_000)).toBe('340 µs');
  });
});

test('bytes written are decimal, sizes of files binary', () => {
  expect(en.bytes(3_100_000_000)).toBe('3.1 GB');
  expect(en.bytes(999_700)).toBe('1.0 MB');
  expect(en.binaryBytes(256 * 1024 * 1024)).toBe('256 MiB');
});

describe('bars', () => {
  test('are logarithmic, and stay inside the track', () => {
    expect(barPosition(1, 'mbs')).toBe(0);
    expect(barPosition(100_000, 'mbs')).toBe(1);
    expect(barPosition(10_000_000, 'mbs')).toBe(1);
    expect(barPosition(0, 'mbs')).toBe(0);
    expect(barPosition(Math.sqrt(100_000), 'mbs')).toBeCloseTo(0.5);
  });

  test('end beyond what memory reads', () => {
    expect(barPosition(40_000, 'mbs')).toBeLessThan(1);
    expect(barPosition(40, 'gbs')).toBeCloseTo(barPosition(40_000, 'mbs'));
    expect(barPosition(5_000_000, 'iops')).toBeLessThan(1);
  });

  test('an unknown unit in the address is MB/s', () => {
    expect(parseUnit('furlongs')).toBe('mbs');
    expect(parseUnit(null)).toBe('mbs');
    expect(parseUnit('iops')).toBe('iops');
  });
});
