import { describe, expect, it } from 'vitest';
import { decadesOf, positionOn, RULERS, scaleOf, SOURCES, type RulerId } from '../../src/answer/index.ts';
import { linesBelow, numbersIn } from '../../src/answer/words/ruler.ts';
import en from '../../src/answer/words/en.ts';
import { LANGUAGES } from '../../src/answer/words/languages.ts';

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
