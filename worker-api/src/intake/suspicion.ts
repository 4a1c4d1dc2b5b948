import { flagsOf, isFamilyRecord, type AnyRecord, type FamilyRecord, type FlagCode } from '@opfsmark/schema';
import { bucketOfValue } from '../boards/buckets.ts';
import type { Metrics } from '../boards/metrics.ts';
import type { Cell } from '../store/cells.ts';

/** Flags of a record that keep it from counting until somebody has looked. */
const HOLDING = new Set<FlagCode>(['memory_backed', 'hidden_during_pass']);

const OUTLIER_MIN_VOTES = 5;
/** A factor of three, in buckets: what differs less is no outlier, however well others agree. */
const OUTLIER_LEAST_BUCKETS = bucketOfValue(3);
const OUTLIER_DEVIATIONS = 6;
/** Median absolute deviation to standard deviation, for a normal distribution. */
const MAD_SCALE = 1.4826;

/** Why a run, though possible, is looked at before it counts. */
export function suspicionsOf(record: AnyRecord, metrics: Metrics, deviceCell: Cell | undefined): string[] {
  const flags = isFamilyRecord(record) ? familyFlags(record, metrics) : flagsOf(record).map(({ code }) => code);
  const reasons: string[] = [...new Set(flags)].filter((code) => HOLDING.has(code));
  if (deviceCell && isOutlier(metrics, deviceCell)) reasons.push('outlier');
  return reasons;
}

/** What is never ranked needs nobody to look at it. */
function familyFlags({ environment }: FamilyRecord, metrics: Metrics): FlagCode[] {
  const isRanked = Object.keys(metrics).length > 0;
  return isRanked && environment.visibility_changes > 0 ? ['hidden_during_pass'] : [];
}

function isOutlier(metrics: Metrics, cell: Cell): boolean {
  return Object.entries(metrics).some(([metric, [value]]) => {
    const counts = cell.votes.get(metric);
    if (!counts) return false;
    const votes = [...counts].flatMap(([bucket, n]) => Array.from({ length: n }, () => bucket));
    if (votes.length < OUTLIER_MIN_VOTES) return false;
    const centre = middle(votes);
    const deviation = middle(votes.map((bucket) => Math.abs(bucket - centre))) * MAD_SCALE;
    return Math.abs(bucketOfValue(value) - centre) > Math.max(OUTLIER_LEAST_BUCKETS, OUTLIER_DEVIATIONS * deviation);
  });
}

function middle(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[(values.length - 1) >> 1] ?? 0;
}
