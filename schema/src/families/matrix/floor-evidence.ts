import {
  bucketValueNs,
  type Counts,
  decodeHistogram,
  emptyCounts,
  percentileNs,
  totalCount,
} from '../../documents/histogram.ts';
import type { Floor, JobResult, Side } from '../../documents/pass.ts';
import { latencyPasses } from '../../figures/derive.ts';
import { floorOf } from '../../figures/verdict.ts';
import type { RecordOf } from '../family.ts';
import type { MatrixPlan } from './plan-schema.ts';
import type { MatrixResult } from './result-schema.ts';

/** A floor times what reads from memory do a moment later. Of real runs the two have differed by 1.4. */
const MAX_MEMORY_OF_FLOOR = 2;
/** The slowest calls say what else the machine did. */
const TYPICAL = 0.9;
const MIN_CALLS = 200;

/** The mean of calls, of which none counts for more than `maxNs`. What the clock shows as nothing is a zero. */
function cappedMeanNs(counts: Counts, maxNs: number): number {
  let sum = 0;
  counts.forEach((n, bucket) => {
    if (bucket > 0 && n > 0) sum += n * Math.min(bucketValueNs(bucket), maxNs);
  });
  return sum / totalCount(counts);
}

const countsOf = (side: Side | undefined): Counts => decodeHistogram(side?.histogram ?? '') ?? emptyCounts();

function isQuickerThan(floor: Floor, memory: Counts, clockStepNs: number): boolean {
  const hot = countsOf(floor.hot_read);
  const [hotCalls, calls] = [totalCount(hot), totalCount(memory)];
  const maxNs = percentileNs(memory, TYPICAL);
  if (hotCalls === 0 || calls < MIN_CALLS || maxNs === null) return false;
  // So much a clock that steps may show too little.
  const blurNs = (2 * clockStepNs) / Math.sqrt(Math.min(hotCalls, calls));
  return cappedMeanNs(memory, maxNs) > MAX_MEMORY_OF_FLOOR * cappedMeanNs(hot, maxNs) + blurNs;
}

/**
 * Whether all loops of a job that reads from memory took far longer than the floor of the same block size and number of
 * workers. With such a floor, reads from memory look like a drive's. The quickest loop is compared: a machine may slow down.
 */
function hasQuickerFloor(job: JobResult, { floors }: MatrixResult, clockStepNs: number): boolean {
  const floor = floorOf(floors, job);
  if (job.reads !== 'memory' || floor === null) return false;
  const loops = latencyPasses(job, 'throughput').filter((pass) => (pass.read?.ops ?? 0) >= MIN_CALLS);
  return loops.length > 0 && loops.every((pass) => isQuickerThan(floor, countsOf(pass.read), clockStepNs));
}

/** Whether floors are quicker than the same reads of the same run. */
export function hasQuickerFloors({ result, environment }: RecordOf<MatrixPlan, MatrixResult>): boolean {
  return result.jobs.some((job) => hasQuickerFloor(job, result, environment.clock_step_ns));
}
