import { rowName, rowSlug, type JobResult } from '@opfsmark/schema/documents';
import type { DerivedJob, RunRecord } from '@opfsmark/schema/families';
import { bytesPerSecond, iops, latency, latencyPasses, type Figure } from '@opfsmark/schema/figures';

/** The numbers of a grid run, computed from the counts that were uploaded. */
export function deriveJobs(record: RunRecord): DerivedJob[] {
  return record.result.jobs.map((job) => ({
    name: rowName(job.row),
    slug: rowSlug(job.row),
    row: job.row,
    direction: job.direction,
    status: job.status,
    figures: figureNames(job).flatMap((figure) => {
      const bytes = bytesPerSecond(job, figure);
      const operations = iops(job, figure);
      if (!bytes || !operations) return [];
      return [
        {
          figure,
          bytes_per_s: { ...bytes, values: [...bytes.values] },
          iops: { ...operations, values: [...operations.values] },
          latency: latency(latencyPasses(job, figure), job.direction === 'write' ? 'write' : 'read'),
        },
      ];
    }),
  }));
}

function figureNames(job: JobResult): Figure[] {
  return job.direction === 'write' ? ['write_flush', 'buffered', 'flush_each'] : ['throughput'];
}
