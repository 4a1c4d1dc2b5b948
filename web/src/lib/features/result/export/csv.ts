import type { RunRecord } from '@opfsmark/schema/families';
import { linesOf } from './lines.ts';

const HEAD = [
  'started_at',
  'test',
  'direction',
  'figure',
  'status',
  'workers',
  'loops',
  'bytes_per_s_median',
  'bytes_per_s_min',
  'bytes_per_s_max',
  'iops_median',
  'p50_ns',
  'p99_ns',
  'max_ns',
  'verdict',
  'share_from_memory',
];

/** One line a figure of each test, RFC 4180; no value holds a comma. */
export function recordCsv(record: RunRecord): string {
  const lines = linesOf(record).map(({ job, name, direction, figure, bytesPerS, iops, latency, verdict }) => [
    record.started_at,
    name,
    direction,
    figure,
    job.status,
    job.workers,
    bytesPerS.values.length,
    bytesPerS.median,
    bytesPerS.min,
    bytesPerS.max,
    iops.median,
    latency?.p50_ns ?? '',
    latency?.p99_ns ?? '',
    latency?.max_ns ?? '',
    verdict?.verdict ?? '',
    verdict?.share_from_memory ?? '',
  ]);
  return [HEAD, ...lines].map((line) => `${line.join(',')}\r\n`).join('');
}
