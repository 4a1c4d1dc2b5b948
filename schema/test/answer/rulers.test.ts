import { describe, expect, it } from 'vitest';
import {
  decadesOf,
  isMeasured,
  type MarkId,
  positionOn,
  type RulerId,
  RULERS,
  scaleOf,
  SOURCES,
} from '../../src/answer/index.ts';
import { answerOf } from '../../src/answer/of.ts';
import { widthOf } from '../../src/figures/rulers.ts';
import { drawRuler, linesBelow, markText, numbersIn } from '../../src/answer/words/index.ts';
import en from '../../src/answer/words/en.ts';
import ja from '../../src/answer/words/ja.ts';
import { LANGUAGES } from '../../src/answer/words/languages.ts';
import { type JobResult, type Row, rowSlug, rowsNamed } from '../../src/documents/index.ts';
import { DRIVE_NS, makeMatrix, readJob, writeJob } from '../../test-support/matrix-records.ts';

const ROWS = rowsNamed('SEQ1M Q8T1', 'SEQ1M Q1T1');
const [MANY, ONE] = ROWS as [Row, Row];
const numbers = numbersIn(LANGUAGES.en);

/** A read whose bytes all came from the drive, as what was read directly does. */
const read = (row: Row, ns: number): JobResult => ({ ...readJob(row, [[ns], [ns], [ns]]), reads: 'drive' });
function ruler(jobs: readonly JobResult[], rows: readonly Row[] = ROWS) {
  const record = makeMatrix(jobs, { rows: [...rows] });
  record.environment.engine = 'node-direct';
  const movesRuler = answerOf(record).rulers.find(({ id }) => id === 'moves');
  if (!movesRuler) throw new Error('no ruler');
  return movesRuler;
}
function markOf(id: MarkId, ...args: Parameters<typeof ruler>) {
  const mark = ruler(...args).marks.find((candidate) => candidate.id === id);
  if (!mark || !isMeasured(mark)) throw new Error(`${id} is missing`);
  return mark;
}

describe('the ruler of large files', () => {
  const oneIsFaster = [writeJob(MANY, 1_000e6, 600), writeJob(ONE, 2_000e6, 600)];
  const manyAreFaster = [writeJob(MANY, 2_000e6, 600), writeJob(ONE, 1_000e6, 600)];

  it('has the faster of several rows, with its name', () => {
    for (const [jobs, row] of [
      [oneIsFaster, ONE],
      [manyAreFaster, MANY],
    ] as const) {
      const mark = markOf('large_write', jobs);
      expect(mark.value).toBeCloseTo(2_000, -1);
      expect(mark.row && rowSlug(mark.row)).toBe(rowSlug(row));
    }
    expect(markText('moves', markOf('large_write', oneIsFaster), en, numbers).under).toBe(
      'written in bursts, flushed, Q1',
    );
  });

  it('has the faster of reads, whatever of writes', () => {
    const jobs = [read(MANY, 16 * DRIVE_NS.large), read(ONE, DRIVE_NS.large), ...manyAreFaster];
    expect(markOf('large_read', jobs).row?.queues).toBe(1);
    expect(markOf('large_write', jobs).row?.queues).toBe(8);
  });

  it('says in one sentence where more at once is slower, and nothing where it is not', () => {
    expect(linesBelow(ruler(oneIsFaster), en, numbers)).toContain('Writing 8 at once is slower: 1,000 MB/s.');
    expect(linesBelow(ruler(oneIsFaster), ja, numbersIn(LANGUAGES.ja))).toContain(
      '同時に8件で書くと遅くなります (1,000 MB/s)。',
    );
    for (const jobs of [manyAreFaster, [writeJob(MANY, 1_990e6, 600), writeJob(ONE, 2_000e6, 600)]])
      expect(linesBelow(ruler(jobs), en, numbers).join(' ')).not.toContain('slower');
  });

  it('needs no name where a plan has one such row', () => {
    expect(markOf('large_write', [writeJob(MANY, 2_000e6, 600)], [MANY])).not.toHaveProperty('row');
  });

  it('says of several rows why none was measured', () => {
    expect(ruler([]).marks).toMatchObject([{ missing: 'not_in_plan' }, { missing: 'not_in_plan' }]);
  });
});

const IDS = Object.keys(RULERS) as RulerId[];

describe('a ruler', () => {
  it('is logarithmic: ten times is one step of four', () => {
    expect(positionOn(scaleOf('opens'), 10)).toEqual({ share: 0, beyond: null });
    expect(positionOn(scaleOf('opens'), 1_000)).toEqual({ share: 0.5, beyond: null });
    expect(positionOn(scaleOf('moves'), 100_000)).toEqual({ share: 1, beyond: null });
  });

  it('shows what is outside at its end, and on which side', () => {
    expect(positionOn(scaleOf('saves'), 3)).toEqual({ share: 0, beyond: 'slower' });
    expect(positionOn(scaleOf('saves'), 0)).toEqual({ share: 0, beyond: 'slower' });
    expect(positionOn(scaleOf('saves'), 250_000)).toEqual({ share: 1, beyond: 'faster' });
  });

  it.each([
    ['slower', 180e6, 5e6, ['← read 5.83', '← write 5.24']],
    ['faster', 4e3, 200_000e6, ['read 262,000 →', 'write 200,000 →']],
  ] as const)('writes beside one another what is %s than its ends', (_, ns, bytesPerS, texts) => {
    const widthPx = 300;
    const movesRuler = ruler([read(ONE, ns), writeJob(ONE, bytesPerS, 600)], [ONE]);
    const { marks } = drawRuler(movesRuler, en, numbers, { widthPx, bandPx: 12, flagPx: 13 });
    const labels = marks.map(({ text, at, dx }) => ({ text, half: widthOf(text, 13) / 2, middle: at * widthPx + dx }));
    expect(labels.map(({ text }) => text)).toEqual(texts);
    const [left, right] = labels.toSorted((a, b) => a.middle - b.middle) as [(typeof labels)[0], (typeof labels)[0]];
    expect(left.middle - left.half).toBeGreaterThanOrEqual(-1);
    expect(right.middle - right.half).toBeGreaterThanOrEqual(left.middle + left.half);
    expect(right.middle + right.half).toBeLessThanOrEqual(widthPx + 1);
  });

  it('has the faster end on the right, of times as well', () => {
    expect(positionOn(scaleOf('waits'), 100e6).share).toBeCloseTo(0.5);
    expect(positionOn(scaleOf('waits'), 10e6).share).toBeCloseTo(0.75);
    expect(positionOn(scaleOf('waits'), 20e9)).toEqual({ share: 0, beyond: 'slower' });
    expect(decadesOf(scaleOf('waits'))).toEqual([10e9, 1e9, 100e6, 10e6, 1e6]);
  });

  it.each(IDS)('%s is four decades long, and each class on it lies inside and has a source', (id) => {
    const { low, high, bands } = scaleOf(id);
    expect(high / low).toBeCloseTo(1e4);
    for (const band of bands) {
      expect(band.low).toBeLessThan(band.high);
      expect(positionOn(scaleOf(id), band.low).beyond).toBeNull();
      expect(positionOn(scaleOf(id), band.high).beyond).toBeNull();
      expect(band.sources.length).toBeGreaterThan(0);
      for (const source of band.sources) expect(SOURCES[source].url).toMatch(/^https:/);
    }
  });
});

describe('why a ruler has no mark', () => {
  const numbers = numbersIn(LANGUAGES.en);
  const read = { id: 'large_read', missing: 'memory_backed' } as const;

  it('is said once where all marks are missing for the same reason', () => {
    const write = { id: 'large_write', missing: 'memory_backed' } as const;
    expect(linesBelow({ id: 'moves', marks: [read, write] }, en, numbers)).toEqual([
      'Not measured, because this browser keeps the files in memory.',
    ]);
  });

  it('is said of each mark where the reasons differ', () => {
    const write = { id: 'large_write', missing: 'failed' } as const;
    const [first, second] = linesBelow({ id: 'moves', marks: [read, write] }, en, numbers);
    expect(first).toBe('Read: not measured, because this browser keeps the files in memory.');
    expect(second).toBe('Written in bursts, flushed: not measured, because the test failed.');
  });
});
