import type { RunView } from '@opfsmark/schema/api';
import { csvLine } from './csv.ts';

const HEAD = [
  'run_id',
  'created_at',
  'device',
  'filesystem',
  'test',
  'direction',
  'figure',
  'status',
  'loops',
  'bytes_per_s_median',
  'bytes_per_s_min',
  'bytes_per_s_max',
  'iops_median',
  'p50_ns',
  'p99_ns',
  'max_ns',
];

/** A grid run as CSV: one line per figure of each job. */
export function runCsv(view: RunView): string {
  const lines = view.derived.flatMap((job) =>
    job.figures.map(({ figure, bytes_per_s, iops, latency }) =>
      csvLine([
        view.run_id,
        view.created_at,
        view.declared.device,
        view.declared.filesystem ?? null,
        job.name,
        job.direction,
        figure,
        job.status,
        bytes_per_s.values.length,
        bytes_per_s.median,
        bytes_per_s.min,
        bytes_per_s.max,
        iops.median,
        latency?.p50_ns ?? null,
        latency?.p99_ns ?? null,
        latency?.max_ns ?? null,
      ]),
    ),
  );
  return csvLine(HEAD) + lines.join('');
}
