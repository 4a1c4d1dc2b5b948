import type { FamilyRecord } from '@opfsmark/schema/families';
import { hasEvidence } from '@opfsmark/schema/documents';
import { reachedDepth, sourceOf } from '@opfsmark/schema/figures';
import { csvLines } from '../../export/csv-lines.ts';
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
  const lines = linesOf(record).map(({ job, name, direction, figure, bytesPerS, iops, latency, verdict }) => [
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
    latency && hasEvidence(0.5, latency.ops) ? latency.p50_ns : '',
    latency?.p99_ns ?? '',
    latency?.max_ns ?? '',
    verdict ? sourceOf(verdict) : '',
    verdict?.share_from_memory ?? '',
    reachedDepth(job, figure === 'flush_each' ? 'flush_each' : 'throughput') ?? '',
  ]);
  return csvLines([HEAD, ...lines]);
}
