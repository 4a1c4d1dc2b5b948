import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bucketOf, decodeHistogram, emptyCounts } from '../../src/documents/index.ts';
import { splitMemory } from '../../src/figures/index.ts';
import evicted from './fixtures/evicted-files.json' with { type: 'json' };

const POINTS = 0.05;

describe('files of which a known share was evicted', () => {
  const countsOf = (text: string) => decodeHistogram(text) ?? emptyCounts();
  const splitOf = (file: (typeof evicted.cases)[number]) =>
    splitMemory({
      hot: countsOf(file.hot),
      own: countsOf(file.own),
      clockStepNs: evicted.clock_step_ns,
      emptyCallNs: file.empty_call_ns,
    });

  it.each(evicted.cases.filter((file) => file.told))(
    '$block_bytes bytes, $workers workers, $evicted evicted: $truth from memory',
    (file) => {
      expect(Math.abs((splitOf(file).share ?? Number.NaN) - file.truth)).toBeLessThanOrEqual(POINTS);
    },
  );

  it.each(evicted.cases.filter((file) => !file.told))(
    '$block_bytes bytes, $workers workers, $evicted evicted: too crowded to tell',
    (file) => {
      expect(splitOf(file)).toMatchObject({ share: null, doubt: 'overlap' });
    },
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
    const own = components.find((component) => (pick -= component.share) < 0) ?? components.at(-1);
    if (!own) throw new Error('no components');
    const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
    const stolen = random() < 0.005 ? 4e6 * random() : 0;
    const latencyNs = own.medianNs * Math.exp(own.width * normal) + stolen;
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
  given: { hotNs: number; width: number; stretch: number; share: number; driveWidth: number; seed: number },
  slowdown: number,
  stepNs: number,
) {
  const { hotNs, width, stretch, share, driveWidth, seed } = given;
  const memory = { share, medianNs: hotNs * stretch, width };
  const device = { share: 1 - share, medianNs: hotNs * slowdown, width: driveWidth };
  return splitMemory({
    hot: record([{ share: 1, medianNs: hotNs, width }], 4000, stepNs, seed),
    own: record([memory, device], 4000, stepNs, seed ^ 0x5bd1e995),
    clockStepNs: stepNs,
  });
}

describe('made-up mixtures', () => {
  it('tells the share of memory to 5 points where the drive is 30 times slower and more', () => {
    fc.assert(
      fc.property(drive, fc.double({ min: 30, max: 3000, noNaN: true }), (given, slowdown) => {
        const told = split(given, slowdown, 5_000);
        expect(told.share).not.toBeNull();
        expect(Math.abs((told.share ?? Number.NaN) - given.share)).toBeLessThanOrEqual(POINTS);
      }),
    );
  });

  it('is not sure of a wrong share, however close the drive and however coarse the clock', () => {
    fc.assert(
      fc.property(
        drive,
        fc.double({ min: 8, max: 3000, noNaN: true }),
        fc.constantFrom(5_000, 20_000, 100_000, 1_000_000),
        (given, slowdown, stepNs) => {
          const told = split(given, slowdown, stepNs);
          if (told.share === null) return;
          expect(told.low - POINTS).toBeLessThanOrEqual(given.share);
          expect(told.high + POINTS).toBeGreaterThanOrEqual(given.share);
        },
      ),
    );
  });

  it('does not take the unit of time for a fact: all times thrice as long give the same share', () => {
    fc.assert(
      fc.property(drive, fc.double({ min: 30, max: 300, noNaN: true }), (given, slowdown) => {
        const once = split({ ...given, hotNs: 60_000 }, slowdown, 1);
        const thrice = split({ ...given, hotNs: 180_000 }, slowdown, 1);
        expect(Math.abs((once.share ?? Number.NaN) - (thrice.share ?? Number.NaN))).toBeLessThanOrEqual(0.02);
      }),
    );
  });

  const solid = { hotNs: 1_500, width: 0.2, stretch: 1, driveWidth: 0.2, seed: 7 };

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
