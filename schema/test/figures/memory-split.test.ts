import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bucketOf, decodeHistogram, emptyCounts } from '../../src/documents/index.ts';
import { splitMemory, VERDICT_BOUNDS } from '../../src/figures/index.ts';
import evicted from './fixtures/evicted-files.json' with { type: 'json' };

const POINTS = 0.05;

describe('files of which a known share was evicted', () => {
  const countsOf = (text: string) => decodeHistogram(text) ?? emptyCounts();
  const files = evicted.cases.map((file) => {
    const hot = countsOf(evicted.floors[file.floor] ?? '');
    const split = splitMemory({
      ...{
        hot,
        own: countsOf(file.own),
        clockStepNs: file.clock_step_ns ?? evicted.clock_step_ns,
        emptyCallNs: file.empty_call_ns,
        workers: file.workers,
      },
    });
    return { ...file, split, off: split.share === null ? 0 : Math.abs(split.share - file.truth) };
  });
  const clearFiles = files.filter((file) => file.told);
  const answeredFiles = clearFiles.filter((file) => file.split.share !== null);
  const part = (some: readonly unknown[], all: readonly unknown[]) => some.length / all.length;

  it('has an answer for 95 % of those that can be told', () => {
    expect(part(answeredFiles, clearFiles)).toBeGreaterThanOrEqual(0.95);
  });
  it('is right to 5 points in 97 % of them, and to one point on average', () => {
    expect(
      part(
        answeredFiles.filter((file) => file.off <= POINTS),
        answeredFiles,
      ),
    ).toBeGreaterThanOrEqual(0.97);
    expect(answeredFiles.reduce((sum, file) => sum + file.off, 0) / answeredFiles.length).toBeLessThanOrEqual(0.01);
  });
  it('has an interval that holds the truth in 95 % of them', () => {
    const holds = answeredFiles.filter(({ truth, split }) => split.low - 1e-9 <= truth && truth <= split.high + 1e-9);
    expect(part(holds, answeredFiles)).toBeGreaterThanOrEqual(0.95);
  });

  it.each(clearFiles)(
    '$drive, $block_bytes bytes, $workers workers, $evicted evicted: $truth from memory, to 10 points',
    ({ off, truth, split }) => {
      expect(off).toBeLessThanOrEqual(0.1);
      const { memory, drive } = VERDICT_BOUNDS;
      const share = split.share ?? Number.NaN;
      if (truth > 0.1) expect(share <= drive.share && split.high <= drive.high).toBe(false);
      if (truth < 0.9) expect(share >= memory.share && split.low >= memory.low).toBe(false);
    },
  );
  it.each(files.filter((file) => !file.told))(
    '$drive, $block_bytes bytes, $workers workers, $evicted evicted: crowded, so no answer or a right one',
    ({ off }) => expect(off).toBeLessThanOrEqual(POINTS),
  );
});

/** Mulberry32 by Tommy Ettinger, in the public domain: a small generator, so that a failing case can be repeated. */
function uniform(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

interface Component {
  readonly share: number;
  readonly medianNs: number;
  /** Standard deviation of the logarithm. */
  readonly width: number;
}

/** Calls of log-normal latency, shown by a clock that steps; one in 200 loses a time slice of up to 4 ms. */
function record(components: readonly Component[], calls: number, stepNs: number, seed: number): number[] {
  const random = uniform(seed);
  const counts = emptyCounts();
  for (let call = 0; call < calls; call++) {
    let pick = random();
    const source = components.find((component) => (pick -= component.share) < 0) ?? components.at(-1);
    if (!source) throw new Error('no components');
    const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
    const stolenNs = random() < 0.005 ? 4e6 * random() : 0;
    const latencyNs = source.medianNs * Math.exp(source.width * normal) + stolenNs;
    const bucket = bucketOf(Math.floor(latencyNs / stepNs + random()) * stepNs);
    counts[bucket] = (counts[bucket] ?? 0) + 1;
  }
  return counts;
}

const drive = fc.record({
  hotNs: fc.constantFrom(1_000, 1_500, 3_000, 4_000, 20_000, 60_000, 120_000, 2_000_000),
  width: fc.double({ min: 0.02, max: 0.25, noNaN: true }),
  stretch: fc.double({ min: 0.9, max: 1.8, noNaN: true }),
  share: fc.double({ min: 0, max: 1, noNaN: true }),
  driveWidth: fc.double({ min: 0.02, max: 0.5, noNaN: true }),
  seed: fc.integer(),
});

function split(
  mixture: { hotNs: number; width: number; stretch: number; share: number; driveWidth: number; seed: number },
  slowdown: number,
  stepNs: number,
) {
  const { hotNs, width, stretch, share, driveWidth, seed } = mixture;
  const memory = { share, medianNs: hotNs * stretch, width };
  const drive = { share: 1 - share, medianNs: hotNs * slowdown, width: driveWidth };
  return splitMemory({
    hot: record([{ share: 1, medianNs: hotNs, width }], 4000, stepNs, seed),
    own: record([memory, drive], 4000, stepNs, seed ^ 0x5bd1e995),
    clockStepNs: stepNs,
  });
}

/** Samples have chance in them: a bound for an estimate of them holds for these, and not for any that may be drawn. */
const SAME_EVERY_TIME = { seed: 1 };

describe('made-up mixtures', () => {
  it('tells the share of memory to 5 points where the drive is 30 times slower and more', () => {
    fc.assert(
      fc.property(drive, fc.double({ min: 30, max: 3000, noNaN: true }), (mixture, slowdown) => {
        const result = split(mixture, slowdown, 5_000);
        expect(result.share).not.toBeNull();
        expect(Math.abs((result.share ?? Number.NaN) - mixture.share)).toBeLessThanOrEqual(POINTS);
      }),
      // One mixture was seen to be 5.03 points off; of 20,000 others none was.
      SAME_EVERY_TIME,
    );
  });

  it('is not sure of a wrong share, however close the drive and however coarse the clock', () => {
    fc.assert(
      fc.property(
        drive,
        fc.double({ min: 8, max: 3000, noNaN: true }),
        fc.constantFrom(5_000, 20_000, 100_000, 1_000_000),
        (mixture, slowdown, stepNs) => {
          const result = split(mixture, slowdown, stepNs);
          if (result.share === null) return;
          expect(result.low - POINTS).toBeLessThanOrEqual(mixture.share);
          expect(result.high + POINTS).toBeGreaterThanOrEqual(mixture.share);
        },
      ),
      SAME_EVERY_TIME,
    );
  });

  it('does not take the unit of time for a fact: all times thrice as long give the same share', () => {
    fc.assert(
      fc.property(drive, fc.double({ min: 30, max: 300, noNaN: true }), (mixture, slowdown) => {
        const once = split({ ...mixture, hotNs: 60_000 }, slowdown, 1);
        const thrice = split({ ...mixture, hotNs: 180_000 }, slowdown, 1);
        expect(Math.abs((once.share ?? Number.NaN) - (thrice.share ?? Number.NaN))).toBeLessThanOrEqual(0.02);
      }),
      // About one mixture in 1,000 falls on an edge between two buckets that only one of the scales has.
      SAME_EVERY_TIME,
    );
  });

  const solid = { hotNs: 1_500, width: 0.2, stretch: 1, driveWidth: 0.2, seed: 7 };

  it.each([0, 0.1, 0.25, 0.5, 0.75, 0.95, 1])(
    'tells a drive three clock steps above memory: %d from memory',
    (share) => {
      const result = split({ ...solid, share, driveWidth: 0.08 }, 17 / 1.5, 5_000);
      expect(Math.abs((result.share ?? Number.NaN) - share)).toBeLessThanOrEqual(POINTS);
    },
  );

  it('tells memory that is late behind each wait for a slow drive', () => {
    const promptPart = { share: 0.25, medianNs: 1_500, width: 0.3 };
    const latePart = { share: 0.25, medianNs: 30_000, width: 0.4 };
    const drive = { share: 0.5, medianNs: 6e6, width: 0.3 };
    const hot = record([{ ...promptPart, share: 1 }], 4000, 5_000, 3);
    const result = splitMemory({ hot, own: record([promptPart, latePart, drive], 1000, 5_000, 4), clockStepNs: 5_000 });
    expect(result.share).toBeGreaterThan(0.45);
    expect(result.share).toBeLessThan(0.55);
  });

  it('tells memory that several workers are late with, right before a quick drive', () => {
    const promptPart = { share: 0.66, medianNs: 1_300, width: 0.3 };
    const interruptedPart = { share: 0.09, medianNs: 17_000, width: 0.1 };
    const drive = { share: 0.25, medianNs: 90_000, width: 0.4 };
    const hot = record([{ ...promptPart, share: 1 }], 20_000, 5_000, 3);
    const counts = record([promptPart, interruptedPart, drive], 20_000, 5_000, 4);
    const result = splitMemory({ hot, own: counts, clockStepNs: 5_000, workers: 8 });
    expect(Math.abs((result.share ?? Number.NaN) - 0.75)).toBeLessThanOrEqual(POINTS);
    // One worker is interrupted by nobody: a drive with two speeds, perhaps.
    const one = splitMemory({ hot, own: counts, clockStepNs: 5_000, workers: 1 });
    expect(one.low).toBeLessThanOrEqual(0.66);
    expect(one.high).toBeGreaterThanOrEqual(0.74);
  });

  it('takes no quick part of a drive for late memory where nothing came from memory', () => {
    const quickPart = { share: 0.3, medianNs: 45_000, width: 0.2 };
    const slowPart = { share: 0.7, medianNs: 6e6, width: 0.3 };
    const hot = record([{ share: 1, medianNs: 1_500, width: 0.3 }], 4000, 5_000, 3);
    const result = splitMemory({ hot, own: record([quickPart, slowPart], 2000, 5_000, 4), clockStepNs: 5_000 });
    expect(result).toMatchObject({ share: null, doubt: 'overlap' });
    expect(result.low).toBe(0);
  });

  it('says that a clock of 1 ms hides a drive of 80 us', () => {
    expect(split({ ...solid, share: 0 }, 80 / 1.5, 1e6)).toMatchObject({ share: null });
    expect(split({ ...solid, share: 0.5 }, 80 / 1.5, 100e3)).toMatchObject({ share: null, doubt: 'clock_too_coarse' });
  });

  it('tells a spinning disk even by a clock of 1 ms', () => {
    expect(split({ ...solid, share: 0 }, 8e6 / 1_500, 1e6).high).toBeLessThan(0.1);
  });

  it('does not judge by a handful of calls', () => {
    const few = emptyCounts();
    few[200] = 31;
    expect(splitMemory({ hot: few, own: few, clockStepNs: 5_000 })).toMatchObject({ doubt: 'too_few_calls' });
  });
});
