import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { barPosition, parseUnit } from '../src/lib/base/format/units.ts';
import { createI18n } from '../src/lib/base/i18n/index.ts';
import { texts } from '../src/lib/base/i18n/texts.ts';
import { keepUnits } from '../src/lib/base/format/text.ts';
import { LANGUAGES } from '@opfsmark/schema/answer/words/languages';
import { boardClockNs } from '@opfsmark/schema/boards';
import { bucketOf, bucketValueNs } from '@opfsmark/schema/documents';
import { createFormat } from '../src/lib/base/format/format.ts';
import { boardValue } from '../src/lib/features/board/rows.ts';

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
    [9.996, '10.0'],
    [1.424, '1.42'],
    [0.667, '0.667'],
    [0.003124, '0.00312'],
    [0.000973, '0.000973'],
    [0, '0'],
    [-1.5, '-1.50'],
    [Number.NaN, '–'],
  ])('%d is shown as %s', (value, text) => expect(en.number(value)).toBe(text));

  test('have no sign where they are rounded to zero', () => expect(en.number(-0.001, 2)).toBe('0.00'));
});

describe('times', () => {
  test.each([
    [350, '350 ns'],
    [1_420, '1.42 µs'],
    [47_300, '47.3 µs'],
    [340_000, '340 µs'],
    [1_400_000, '1.40 ms'],
    [999_600, '1.00 ms'],
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

test('a day is that of this browser where it alone shows it, and else of the same clock everywhere', () => {
  vi.stubEnv('TZ', 'Asia/Tokyo');
  onTestFinished(() => void vi.unstubAllEnvs());
  const words = { comma: () => ', ', s: () => '', min: () => '', h: () => '' };
  const { date, localDate, localDateTime } = createFormat(LANGUAGES.ja, words);
  const iso = '2026-11-21T23:00:00.000Z';
  expect([date(iso), localDate(iso)]).toEqual(['2026/11/21', '2026/11/22']);
  expect(localDateTime(iso)).toContain('2026/11/22');
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

test('a number and its unit stay on one line, and a number and a word may part', () => {
  expect(keepUnits('10,000 files take 54 s')).toBe('10,000 files take 54\u00a0s');
  expect(keepUnits('90 % of that at 256 KiB; 7 samples')).toBe('90\u00a0% of that at 256\u00a0KiB; 7 samples');
  expect(keepUnits('It took 1 min 20 s, 2時間5分')).toBe('It took 1\u00a0min 20\u00a0s, 2\u2060時間5\u2060分');
  expect(keepUnits('1万個で54秒、120 µs、1,350 MB/s')).toBe('1万個で54\u2060秒、120\u00a0µs、1,350\u00a0MB/s');
});

const format = createFormat(LANGUAGES.en, { comma: () => ', ', s: () => '', min: () => '', h: () => '' });
const FIRST_STEP = bucketValueNs(bucketOf(5_000));

/** Nothing is shown finer than the clock that measured it: the middle of a histogram's bucket is a time that no clock told. */
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
