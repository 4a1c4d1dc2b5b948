import { bytesPerSecond, latency, latencyPasses } from '../../figures/derive.ts';
import type { JobResult } from '../../documents/pass.ts';
import type { Direction } from '../../documents/checks.ts';
import type { Origin } from '../../figures/figure.ts';
import type { MatrixRecord } from './schema.ts';
import { changedParameters } from './profiles.ts';
import { originInRecord } from './verdict.ts';

/** The numbers that AS SSD Benchmark prints beside its rows. "Like", because the calls and the cache are others: see METHODOLOGY. */
export interface AsSsdFigures {
  /** Points: megabytes per second, weighted. */
  readonly read: number;
  readonly write: number;
  readonly total: number;
  /** Mean latency of one 4 KiB call, the write with its own flush; AS SSD writes 512 bytes there. */
  readonly read_access_ns: number;
  readonly write_access_ns: number;
  /** The origin of the reads: of the read points, of their part of the total, and of the access time. */
  readonly origin: Origin;
  /** `null` where the writes were flushed. */
  readonly write_origin: Origin | null;
}

const MEGABYTE = 1e6;

/**
 * The published formulas (Tom's Hardware, "Three PCI Express-Based SSDs", 2011, page 6): read and write are
 * seq / 10 + 4K + 4K-64Thrd; the total is seq write * 0.15 + seq read * 0.1 + 4K read * 2 + 4K write +
 * 4K-64Thrd write + 4K-64Thrd read * 1.5. `null` for any other plan, and where a test was not finished.
 */
export function asSsdFigures(record: MatrixRecord): AsSsdFigures | null {
  const { plan, result } = record;
  if (plan.profile !== 'as-ssd' || changedParameters(plan).length > 0) return null;
  const jobs = (direction: Direction) => result.jobs.filter((job) => job.direction === direction);
  const read = ratesOf(jobs('read'));
  const write = ratesOf(jobs('write'));
  const readCall = callNs(jobs('read')[1], 'read');
  const writeCall = callNs(jobs('write')[1], 'write');
  if (!read || !write || readCall === null || writeCall === null) return null;
  return {
    read: read.sequential * 0.1 + read.single + read.threads,
    write: write.sequential * 0.1 + write.single + write.threads,
    total:
      write.sequential * 0.15 +
      read.sequential * 0.1 +
      read.single * 2 +
      write.single +
      write.threads +
      read.threads * 1.5,
    read_access_ns: readCall,
    write_access_ns: writeCall,
    origin: commonOrigin(jobs('read').flatMap((job) => originInRecord(record, job) ?? [])),
    write_origin: jobs('write').map((job) => originInRecord(record, job))[0] ?? null,
  };
}

/** Points are of all rows: where these differ, some of them came from memory. */
function commonOrigin(sources: readonly Origin[]): Origin {
  const [firstSource = 'unknown'] = sources;
  if (sources.every((source) => source === firstSource)) return firstSource;
  return sources.some((source) => source === 'memory' || source === 'mixed') ? 'mixed' : 'unknown';
}

/** Rows in the order of the profile: sequential, 4K, 4K-64Thrd. */
function ratesOf(jobs: readonly JobResult[]): { sequential: number; single: number; threads: number } | null {
  const [sequential, single, threads] = jobs.map((job) => {
    const speed = job.status === 'done' ? bytesPerSecond(job) : null;
    return speed === null ? undefined : speed.median / MEGABYTE;
  });
  if (sequential === undefined || single === undefined || threads === undefined) return null;
  return { sequential, single, threads };
}

function callNs(job: JobResult | undefined, direction: 'read' | 'write'): number | null {
  if (!job) return null;
  const passes = latencyPasses(job, direction === 'write' ? 'flush_each' : 'throughput');
  return latency(passes, direction)?.mean_ns ?? null;
}
