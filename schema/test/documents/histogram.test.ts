import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  BUCKET_COUNT,
  bucketLowerNs,
  bucketOf,
  bucketValueNs,
  decodeHistogram,
  emptyCounts,
  encodeHistogram,
  mergeCounts,
  percentileBucket,
  percentileNs,
  RANGE_NS,
  totalCount,
} from '../../src/documents/index.ts';
import vectors from '../../../fixtures/vectors/histogram.json' with { type: 'json' };

/** Log-uniform, because every octave of the range must be met as often as the others. */
const latencyNs = fc
  .tuple(fc.integer({ min: 9, max: 36 }), fc.double({ min: 1, max: 2, maxExcluded: true, noNaN: true }))
  .map(([exponent, mantissa]) => Math.floor(mantissa * 2 ** exponent));
const latencies = fc.array(latencyNs, { minLength: 1, maxLength: 300 });

function record(values: readonly number[]): number[] {
  const counts = emptyCounts();
  for (const value of values) counts[bucketOf(value)] = (counts[bucketOf(value)] ?? 0) + 1;
  return counts;
}

function countsOf(pairs: readonly (readonly number[])[]): number[] {
  const counts = emptyCounts();
  for (const [bucket = 0, count = 0] of pairs) counts[bucket] = count;
  return counts;
}

describe('golden vectors', () => {
  it('has the agreed size and range', () => {
    expect([BUCKET_COUNT, RANGE_NS]).toEqual([vectors.bucket_count, vectors.range_ns]);
  });
  it.each(vectors.buckets)('$ns ns falls into bucket $bucket', ({ ns, bucket }) => {
    expect(bucketOf(ns)).toBe(bucket);
  });
  it.each(vectors.edges)('bucket $bucket begins at $lower_ns ns', ({ bucket, lower_ns, value_ns }) => {
    expect([bucketLowerNs(bucket), bucketValueNs(bucket)]).toEqual([lower_ns, value_ns]);
  });
  it.each(vectors.encodings)('"$text" stands for its counts', ({ counts, text }) => {
    expect(encodeHistogram(countsOf(counts))).toBe(text);
    expect(decodeHistogram(text)).toEqual(countsOf(counts));
  });
  it.each(vectors.not_encodings)('"%s" is refused', (text) => {
    expect(decodeHistogram(text)).toBeNull();
  });
  it.each(vectors.merges)('$of merge into "$into"', ({ of, into }) => {
    expect(encodeHistogram(mergeCounts(of.map((text) => decodeHistogram(text) ?? [])))).toBe(into);
  });
  it.each(vectors.percentiles)('$fraction of "$histogram" is in bucket $bucket', (vector) => {
    const counts = decodeHistogram(vector.histogram) ?? [];
    expect(percentileBucket(counts, vector.fraction)).toBe(vector.bucket);
    expect(percentileNs(counts, vector.fraction)).toBe(vector.value_ns);
  });
});

describe('properties', () => {
  it('reads a value back at most 1/64 off', () => {
    fc.assert(
      fc.property(latencyNs, (ns) => {
        expect(Math.abs(bucketValueNs(bucketOf(ns)) - ns) / ns).toBeLessThanOrEqual(1 / 64);
      }),
    );
  });

  it('puts every value between the edges of its bucket', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: RANGE_NS - 1 }), (ns) => {
        const bucket = bucketOf(ns);
        expect(ns).toBeGreaterThanOrEqual(bucketLowerNs(bucket));
        expect(ns).toBeLessThan(bucketLowerNs(bucket + 1));
      }),
    );
  });

  it('merges to what recording everything at once gives, in any order', () => {
    fc.assert(
      fc.property(fc.array(latencies, { maxLength: 6 }), (parts) => {
        const mergedCounts = mergeCounts(parts.map(record));
        expect(mergedCounts).toEqual(record(parts.flat()));
        expect(mergeCounts(parts.map(record).toReversed())).toEqual(mergedCounts);
      }),
    );
  });

  it('gives the percentile of the sorted list, at most 1/64 off', () => {
    fc.assert(
      fc.property(latencies, fc.double({ min: 0, max: 1, noNaN: true }), (values, fraction) => {
        const sorted = values.toSorted((a, b) => a - b);
        const exact = sorted[Math.max(1, Math.ceil(fraction * values.length)) - 1] ?? Number.NaN;
        const read = percentileNs(record(values), fraction) ?? Number.NaN;
        expect(Math.abs(read - exact) / exact).toBeLessThanOrEqual(1 / 64);
      }),
    );
  });

  it('survives being written and read back', () => {
    const counts = fc
      .array(fc.tuple(fc.integer({ min: 0, max: BUCKET_COUNT - 1 }), fc.integer({ min: 1, max: 10 ** 15 - 1 })))
      .map(countsOf);
    fc.assert(
      fc.property(counts, (original) => {
        expect(decodeHistogram(encodeHistogram(original))).toEqual(original);
        expect(totalCount(original)).toBe(original.reduce((sum, count) => sum + count, 0));
      }),
    );
  });

  it('reads a text only if it would write it so', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9: ]{0,12}$/), (text) => {
        const counts = decodeHistogram(text);
        if (counts) expect(encodeHistogram(counts)).toBe(text);
      }),
    );
  });
});
