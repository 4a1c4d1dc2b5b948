import type { RunRecord } from '@opfsmark/schema';
import { bucketOfValue } from './boards/buckets.ts';
import type { Metrics } from './boards/metrics.ts';
import type { Cell } from './db/cells.ts';

/** A drive behind a cache answers a hot 4 KiB read in microseconds; a file kept in another process's memory does not. */
const SLOW_HOT_READ_NS = 60_000;
/** No drive makes so much durable in no time. */
const FLUSH_WITNESS_BYTES = 16 * 2 ** 20;
const NO_FLUSH_NS = 100_000;

const OUTLIER_MIN_VOTES = 5;
/** A factor of three, in buckets: what differs less is no outlier, however well others agree. */
const OUTLIER_LEAST_BUCKETS = bucketOfValue(3);
const OUTLIER_DEVIATIONS = 6;
/** Median absolute deviation to standard deviation, for a normal distribution. */
const MAD_SCALE = 1.4826;

/** Why a run, though possible, is looked at before it counts. */
export function suspicionsOf(record: RunRecord, metrics: Metrics, deviceCell: Cell | undefined): string[] {
  const reasons: string[] = [];
  if (record.environment.visibility_changes > 0) reasons.push('hidden_tab');
  if (isMemoryBacked(record)) reasons.push('memory_backed');
  if (deviceCell && isOutlier(metrics, deviceCell)) reasons.push('outlier');
  return reasons;
}

/** A private window keeps its files in memory: hot reads are slow, because they ask another process, and flushes are free. */
function isMemoryBacked({ result }: RunRecord): boolean {
  const small = result.floors.find(
    (floor) => floor.block_bytes === 4096 && floor.workers === 1 && floor.hot_read.ops > 0,
  );
  if (!small || small.hot_read.busy_ns / small.hot_read.ops < SLOW_HOT_READ_NS) return false;
  const flushed = result.jobs
    .flatMap((job) => job.passes)
    .filter((pass) => pass.kind === 'throughput' && (pass.write?.bytes ?? 0) >= FLUSH_WITNESS_BYTES);
  return flushed.length > 0 && flushed.every((pass) => pass.flush_ns <= NO_FLUSH_NS);
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
