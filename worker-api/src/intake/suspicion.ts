import type { MetricValues } from '@opfsmark/schema/boards';
import { flagsOf, type FlagCode, type RunRecord } from '@opfsmark/schema/families';
import { bucketOfValue, countVotes, lowerMedian, type BucketCounts } from '../boards/buckets.ts';
import type { Cell } from '../boards/cell.ts';

/** Flags that keep a run from counting until a moderator has looked at it. */
const HOLDING = new Set<FlagCode>(['memory_backed', 'hidden_during_pass']);

const OUTLIER_MIN_VOTES = 5;
/** A factor of three, in buckets: a smaller difference is no outlier, however closely others agree. */
const OUTLIER_MIN_BUCKETS = bucketOfValue(3);
const OUTLIER_DEVIATIONS = 6;
/** Converts a median absolute deviation to a standard deviation of a normal distribution. */
const MAD_SCALE = 1.4826;

/** Reasons to hold a run that is possible but unlikely. One that stands on no board distorts nothing, and is shown. */
export function suspicionsOf(record: RunRecord, metrics: MetricValues, deviceCell: Cell | undefined): string[] {
  if (Object.keys(metrics).length === 0) return [];
  const codes = flagsOf(record).map(({ code }) => code);
  const reasons: string[] = [...new Set(codes)].filter((code) => HOLDING.has(code));
  if (deviceCell && isOutlier(metrics, deviceCell)) reasons.push('outlier');
  return reasons;
}

function isOutlier(metrics: MetricValues, cell: Cell): boolean {
  return Object.entries(metrics).some(([metric, { value }]) => {
    const counts = cell.votes.get(metric);
    return counts !== undefined && isFarFrom(counts, bucketOfValue(value));
  });
}

/** Whether a bucket lies more than six robust standard deviations from the median of the votes. */
function isFarFrom(counts: BucketCounts, bucket: number): boolean {
  if (countVotes(counts) < OUTLIER_MIN_VOTES) return false;
  const votes = [...counts].flatMap(([own, n]) => Array.from({ length: n }, () => own));
  const center = lowerMedian(votes) ?? 0;
  const deviation = (lowerMedian(votes.map((own) => Math.abs(own - center))) ?? 0) * MAD_SCALE;
  return Math.abs(bucket - center) > Math.max(OUTLIER_MIN_BUCKETS, OUTLIER_DEVIATIONS * deviation);
}
