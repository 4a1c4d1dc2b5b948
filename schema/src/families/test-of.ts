import type { JobResult } from '../documents/pass.ts';
import {
  bytesPerSecond,
  depthShort,
  iops,
  type JobFigure,
  latency,
  latencyCounts,
  latencyPasses,
  leadingFigure,
  meanCallNs,
  passesOf,
  passOps,
  reachedDepth,
} from '../figures/derive.ts';
import { quantity, type Source } from '../figures/figure.ts';
import { intervalOf } from '../figures/loops.ts';
import { sum } from '../documents/stats.ts';
import type { Test } from './report.ts';

interface Known {
  readonly origin: Source | null;
  readonly shareFromMemory?: number | null;
  readonly isShown?: boolean;
  readonly isBurst?: boolean;
  /** Whether the times of its calls are those of where it came from. */
  readonly hasTimes?: boolean;
}

/** One figure of a job as a test; none before its first loop is done. */
export function testOf(job: JobResult, figure: JobFigure, known: Known): Test[] {
  const [bytes, calls] = [bytesPerSecond(job, figure), iops(job, figure)];
  if (!bytes || !calls) return [];
  const { origin, shareFromMemory = null, isShown = true, isBurst = false, hasTimes = true } = known;
  const side = job.direction === 'write' ? 'write' : 'read';
  const timed = hasTimes ? latencyPasses(job, figure) : [];
  const passes = passesOf(job, figure);
  return [
    {
      ...{ row: job.row, direction: job.direction, reads: job.reads, status: job.status, figure, workers: job.workers },
      bytesPerS: quantity(intervalOf(bytes.values), 'bytes_per_s', origin),
      iops: quantity(intervalOf(calls.values), 'iops', origin),
      loops: calls.values,
      readShare: sum(passes.map(({ read }) => read?.ops ?? 0)) / sum(passes.map(passOps)),
      meanNs: meanCallNs(job, figure),
      latency: latency(timed, side),
      counts: latencyCounts(timed, side),
      depth: reachedDepth(job, figure === 'flush_each' ? 'flush_each' : 'throughput'),
      isShallow: depthShort(job, figure) !== null,
      ...{ origin, shareFromMemory, isShown, isBurst, isLeading: figure === leadingFigure(job) },
    },
  ];
}
