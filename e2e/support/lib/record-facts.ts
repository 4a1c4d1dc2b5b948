import type { JobResult, Side } from '@opfsmark/schema/documents';
import type { FamilyRecord } from '@opfsmark/schema/families';
import { latency, latencyPasses, passesOf, passOps } from '@opfsmark/schema/figures';

/** What must hold for every measured job on any drive. A failed test prints it. */
export interface JobFacts {
  readonly job: string;
  readonly status: string;
  readonly loopsWithOps: number;
  readonly bytesAreOpsTimesBlock: boolean;
  readonly percentilesInOrder: boolean;
}

function sidesOf(job: JobResult): Side[] {
  return job.passes.flatMap((pass) => [pass.read, pass.write]).filter((side) => side !== undefined);
}

/** A percentile of too few calls is `null` and left out. */
function isAscending(values: readonly (number | null)[]): boolean {
  const known = values.filter((value) => value !== null);
  return known.every((value, index) => index === 0 || value >= (known[index - 1] ?? 0));
}

export function factsOf(record: FamilyRecord<'matrix'>): JobFacts[] {
  return record.result.jobs.map((job) => {
    const side = job.direction === 'write' ? 'write' : 'read';
    const times = latency(latencyPasses(job), side);
    return {
      job: `${job.row.pattern} ${job.row.block_bytes} Q${job.row.queues} ${job.direction} ${job.reads ?? ''}`,
      status: job.status,
      loopsWithOps: passesOf(job, job.direction === 'write' ? 'write_flush' : 'throughput').filter(
        (p) => passOps(p) > 0,
      ).length,
      bytesAreOpsTimesBlock: sidesOf(job).every((s) => s.bytes === s.ops * job.row.block_bytes),
      percentilesInOrder: times !== null && isAscending([times.min_ns, times.p50_ns, times.p99_ns, times.max_ns]),
    };
  });
}
