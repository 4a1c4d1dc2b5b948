import type { Environment } from '../../documents/environment.ts';
import type { Floor, Side } from '../../documents/pass.ts';
import { KIB } from '../../documents/units.ts';
import { passBytes } from '../../figures/derive.ts';
import { type Flush, flushesAreFree, longestFlushNs, MAX_BURST_BYTES, witnessesAmong } from '../flushes.ts';
import { hotBytes } from './budget.ts';
import type { MatrixPlan } from './plan-schema.ts';
import type { MatrixResult } from './schema.ts';

/**
 * Maximum bytes that one pass writes, where that is a burst: what comes after so few bytes was not seen. `null` where more
 * is written, and where nothing is.
 */
export function burstBytes(plan: MatrixPlan): number | null {
  const { directions, write_bytes, revisit } = plan;
  const bytes = write_bytes > 0 ? Math.min(write_bytes, hotBytes(plan)) : hotBytes(plan);
  return directions.includes('write') && !revisit && bytes <= MAX_BURST_BYTES ? bytes : null;
}

/** A hot small read takes 1 to 50 us in every browser that keeps its files on a drive. */
const SLOW_HOT_READ_NS = 60e3;
const SMALL_BLOCK_BYTES = 64 * KIB;

function meanNs(side: Side): number {
  return side.ops > 0 ? side.busy_ns / side.ops : 0;
}

/** The hot read least disturbed by size and by other workers. */
function smallestFloor(floors: readonly Floor[]): Floor | undefined {
  return floors
    .filter((floor) => floor.block_bytes <= SMALL_BLOCK_BYTES && floor.hot_read.ops > 0)
    .toSorted((a, b) => a.workers - b.workers || a.block_bytes - b.block_bytes)[0];
}

/** All flushes that had much to do. */
function witnessesOf(result: MatrixResult): Flush[] {
  const closingFlushes = result.jobs.flatMap((job) =>
    job.direction === 'write'
      ? job.passes
          .filter((pass) => pass.kind === 'throughput')
          .map((pass) => ({ bytes: passBytes(pass), flush_ns: pass.flush_ns }))
      : [],
  );
  return witnessesAmong([result.fill, ...closingFlushes]);
}

interface Run {
  readonly environment: Pick<Environment, 'engine'>;
  readonly result: MatrixResult;
}

interface Suspicion {
  readonly code: 'memory_backed' | 'flush_does_nothing';
  readonly evidence: Readonly<Record<string, number>>;
}

/** That no drive took what was written. By physics, not by asking what window this is. */
export function suspicionOf({ environment, result }: Run): Suspicion | null {
  const floor = smallestFloor(result.floors);
  const flushes = { witnesses: witnessesOf(result), callNs: floor?.get_size_ns ?? 0 };
  if (!flushesAreFree(flushes)) return null;
  const longest_flush_ns = longestFlushNs(flushes);
  const hot_read_ns = floor ? meanNs(floor.hot_read) : 0;
  // Without a browser a slow read is one of a network, or of a file system in a program.
  return hot_read_ns >= SLOW_HOT_READ_NS && environment.engine !== 'node'
    ? { code: 'memory_backed', evidence: { hot_read_ns, longest_flush_ns } }
    : { code: 'flush_does_nothing', evidence: { longest_flush_ns } };
}
