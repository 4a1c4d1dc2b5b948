import type { FamilyRecord } from '@opfsmark/schema/families';
import { csvLines, hasEvidence } from '@opfsmark/schema/documents';
import { reachedDepth } from '@opfsmark/schema/figures';
import { linesOf } from './lines.ts';

const HEAD = [
  'started_at',
  'test',
  'direction',
  'reads',
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
  'depth_reached',
];

/** One line per figure of each test. */
export function recordCsv(record: FamilyRecord<'matrix'>): string {
  const lines = linesOf(record).map(({ job, name, direction, figure, bytesPerS, iops, latency, verdict, source }) => [
    record.started_at,
    name,
    direction,
    job.reads ?? '',
    figure,
    job.status,
    job.workers,
    bytesPerS.values.length,
    bytesPerS.median,
    bytesPerS.min,
    bytesPerS.max,
    iops.median,
    latency && hasEvidence(0.5, latency.ops) ? latency.p50_ns : null,
    latency?.p99_ns ?? null,
    latency?.max_ns ?? null,
    source,
    verdict?.share_from_memory ?? null,
    reachedDepth(job, figure === 'flush_each' ? 'flush_each' : 'throughput') ?? null,
  ]);
  return csvLines([HEAD, ...lines]);
}
