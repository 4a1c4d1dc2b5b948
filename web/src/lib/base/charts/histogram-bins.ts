import { bucketLowerNs, bucketValueNs, type JobResult } from '@opfsmark/schema/documents';
import { latencyCounts, latencyPasses, leadingFigure } from '@opfsmark/schema/figures';
import { latencySide } from '../figures/figure.ts';

export interface Bin {
  readonly fromNs: number;
  readonly toNs: number;
  readonly calls: number;
}

/** Numbers of the first and the last bin of an axis. */
export interface BinRange {
  readonly first: number;
  readonly last: number;
}

/**
 * Ten bins a decade, the R10 series of preferred numbers: 1, 1.26, 1.58, 2, 2.51, 3.16, 3.98, 5.01, 6.31, 7.94 - so that
 * an axis has round numbers. A bucket of the histogram goes where its middle lies; it is at most 1/32 wide, a bin 1/4.
 */
const BINS_PER_DECADE = 10;
/** Two decades: a drive that always takes the same time is a thin bar, not a wall. */
const MIN_BINS = 20;

const edgeNs = (bin: number) => 10 ** (bin / BINS_PER_DECADE);
/** The bin that ends at the clock's step or holds it: what is quicker cannot be told apart and is one bar. */
const binOfStep = (clockStepNs: number) => Math.ceil(BINS_PER_DECADE * Math.log10(Math.max(1, clockStepNs)) - 0.05) - 1;
// Bucket 0 holds everything under 512 ns: it counts as the bin that ends there.
const binOfBucket = (bucket: number) =>
  Math.floor(BINS_PER_DECADE * Math.log10(bucket === 0 ? bucketLowerNs(1) - 1 : bucketValueNs(bucket)));

function countsByBin(counts: readonly number[], clockStepNs: number): Map<number, number> {
  const least = binOfStep(clockStepNs);
  const bins = new Map<number, number>();
  counts.forEach((calls, bucket) => {
    if (calls === 0) return;
    const bin = Math.max(least, binOfBucket(bucket));
    bins.set(bin, (bins.get(bin) ?? 0) + calls);
  });
  return bins;
}

/** Of the figure that a job is shown by first. */
export function countsOf(job: JobResult): number[] {
  return latencyCounts(latencyPasses(job, leadingFigure(job)), latencySide(job.direction));
}

/** One axis for all jobs, so that their charts can be compared at a glance; `null` where nothing was timed. */
export function commonRange(jobs: readonly JobResult[], clockStepNs: number): BinRange | null {
  const bins = jobs.flatMap((job) => [...countsByBin(countsOf(job), clockStepNs).keys()]);
  if (bins.length === 0) return null;
  const [least, most] = [Math.min(...bins), Math.max(...bins)];
  const missingBins = Math.max(0, MIN_BINS - (most - least + 1));
  const first = Math.max(Math.min(least, binOfStep(clockStepNs)), least - Math.floor(missingBins / 2));
  return { first, last: Math.max(most, first + MIN_BINS - 1) };
}

/** The bars of one histogram, empty ones too. */
export function binsOf(counts: readonly number[], { first, last }: BinRange, clockStepNs: number): Bin[] {
  const calls = countsByBin(counts, clockStepNs);
  const least = binOfStep(clockStepNs);
  return Array.from({ length: last - first + 1 }, (_, index) => {
    const bin = first + index;
    return { fromNs: bin === least ? 0 : edgeNs(bin), toNs: edgeNs(bin + 1), calls: calls.get(bin) ?? 0 };
  });
}

/** The times that are written at the axis: 1, 2 and 5 of each decade, or only the 1 where a decade has no room for them. */
export function tickNs({ fromNs }: Bin, isRoomy: boolean): number | null {
  if (fromNs === 0) return null;
  const place = Math.round(Math.log10(fromNs) * BINS_PER_DECADE) % BINS_PER_DECADE;
  const isLabelled = place === 0 || (isRoomy && (place === 3 || place === 7));
  return isLabelled ? Number(fromNs.toPrecision(1)) : null;
}
