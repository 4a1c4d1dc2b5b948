import {
  bucketOf,
  bucketValueNs,
  decodeHistogram,
  evidentPercentileNs,
  percentileBucket,
  totalCount,
  type Counts,
} from '../../documents/histogram.ts';
import type { Figure, Origin } from '../../figures/figure.ts';
import { intervalOf } from '../../figures/loops.ts';
import type { Verdict } from '../../figures/verdict.ts';
import type { Family, RecordOf } from '../family.ts';
import { partOfPass, passOfSpan, type IostatPart } from '../iostat-part.ts';
import { pickedFilePlan, type InFlight } from './plan.ts';
import type { PickedFilePlan, FileReads, InOrder, PickedFileResult } from './schema.ts';
import type { BoardLayout } from '../../documents/lists.ts';
import { changesOnly } from '../plan-for.ts';

function pickedFileLayout({ plan, environment }: RecordOf<PickedFilePlan, PickedFileResult>): BoardLayout | null {
  return environment.engine === 'picked-file' && changesOnly(pickedFilePlan, plan, ['pairs', 'limit'])
    ? 'picked-file'
    : null;
}

/** The most of the first reads that may have been as quick as again: above it, nothing is the drive's. */
const MIN_DRIVE_SHARE = 0.1;
/** A share of the browser's own ceiling: what is faster says more of the browser than of the drive. */
const MAX_CEILING_SHARE = 0.5;
/** Where more of the reads were as quick the first time, a figure of all of them is not the drive's. */
const MAX_MEMORY_SHARE = 0.1;
/** A slice is as quick as those that were read again up to this many times their median: they are few. */
const SLICE_STRETCH = 1.25;
/** Of two ways of reading in order of one drive: four calls in flight read at most four times as much as one. */
const MAX_WAYS_RATIO = 4;

/** A random read in the middle: from the drive, then at once from memory. */
interface PairFigure {
  readonly firstNs: number;
  readonly againNs: number;
  /** 0..1 of the first reads: as quick as those that were read again. */
  readonly shareFromMemory: number;
  /** `unknown`: both took about as long, as of a file that was in memory, or of a drive too fast to be seen this way. */
  readonly origin: Exclude<Verdict, 'memory'>;
  /** The time that the drive added; `null` where the first reads are not known to be its own. */
  readonly driveNs: number | null;
}

interface InOrderFigure {
  readonly inFlight: InFlight;
  readonly bytesPerS: number;
  /** The rate of the same slices from memory; `null` where none was read again. */
  readonly againBytesPerS: number | null;
  readonly origin: Exclude<Verdict, 'memory'>;
  /** The drive's, but too near to what this browser reaches at all: the drive may be faster. */
  readonly isAtLeast: boolean;
}

export interface PickedFileFigures {
  readonly pair: PairFigure | null;
  readonly inOrder: readonly InOrderFigure[];
  /** The faster way of reading in order; `null` without any. */
  readonly best: InOrderFigure | null;
  readonly ceilingBytesPerS: number | null;
}

const rateOf = ({ bytes, elapsed_ns }: FileReads) => (elapsed_ns > 0 && bytes > 0 ? (bytes * 1e9) / elapsed_ns : null);

const countsOf = ({ histogram }: FileReads) => decodeHistogram(histogram) ?? [];

/** The share of calls in buckets up to this one. */
function shareUpTo(counts: Counts, bucket: number): number {
  return totalCount(counts.slice(0, bucket + 1)) / totalCount(counts);
}

/**
 * The share of first reads from memory: those up to the median of the second ones, against the share of those. Memory's
 * own lie there as often the first time; a drive's that is slow enough to be seen does not.
 */
function shareFromMemory(firstCounts: Counts, againCounts: Counts): number {
  const middle = percentileBucket(againCounts, 0.5);
  return Math.min(1, shareUpTo(firstCounts, middle) / shareUpTo(againCounts, middle));
}

function pairFigure(pairs: PickedFileResult['pairs']): PairFigure | null {
  if (!pairs) return null;
  const [firstCounts, againCounts] = [countsOf(pairs.first), countsOf(pairs.again)];
  const firstNs = evidentPercentileNs(firstCounts, 0.5);
  const againNs = evidentPercentileNs(againCounts, 0.5);
  if (firstNs === null || againNs === null) return null;
  const share = shareFromMemory(firstCounts, againCounts);
  const addedNs = firstNs - againNs;
  const isSlower = addedNs > againNs * MIN_DRIVE_SHARE;
  const origin = share <= MAX_MEMORY_SHARE ? 'drive' : 'mixed';
  const head = { firstNs, againNs, shareFromMemory: share };
  if (!isSlower) return { ...head, origin: 'unknown', driveNs: null };
  return { ...head, origin, driveNs: origin === 'drive' ? addedNs : null };
}

/** Slices that were as quick the first time as again. */
function quickSlices({ first, again }: InOrder): number {
  const counts = countsOf(first);
  if (totalCount(counts) === 0 || again.ops === 0) return 0;
  const medianNs = bucketValueNs(percentileBucket(countsOf(again), 0.5));
  return shareUpTo(counts, bucketOf(SLICE_STRETCH * medianNs));
}

/** As quick as memory, where another part of the same file was read far slower: this part was in memory alone. */
function isInMemoryAlone(part: InOrder, rate: number, parts: readonly InOrder[]): boolean {
  const isFarSlower = ({ first }: InOrder) => (rateOf(first) ?? rate) * MAX_WAYS_RATIO < rate;
  return quickSlices(part) > MAX_MEMORY_SHARE && parts.some(isFarSlower);
}

function inOrderFigure(
  part: InOrder,
  parts: readonly InOrder[],
  pair: PairFigure | null,
  ceiling: number | null,
): InOrderFigure | null {
  const bytesPerS = rateOf(part.first);
  if (bytesPerS === null) return null;
  const head = { inFlight: part.in_flight, bytesPerS, againBytesPerS: rateOf(part.again) };
  const isNear = ceiling === null || bytesPerS > ceiling * MAX_CEILING_SHARE;
  // Single slices that were partly in memory do not show; reads at random of the same file do.
  const ofFile = pair?.origin ?? 'drive';
  if (isNear || ofFile === 'unknown') {
    const isAtLeast = ofFile === 'drive' && !isInMemoryAlone(part, bytesPerS, parts);
    return { ...head, origin: 'unknown', isAtLeast };
  }
  const isMixed = ofFile === 'mixed' || quickSlices(part) > MAX_MEMORY_SHARE;
  return { ...head, origin: isMixed ? 'mixed' : 'drive', isAtLeast: false };
}

export function pickedFileFigures({ pairs, in_order }: PickedFileResult): PickedFileFigures {
  const ceilings = in_order.flatMap(({ again }) => rateOf(again) ?? []);
  const ceilingBytesPerS = ceilings.length === 0 ? null : Math.max(...ceilings);
  const pair = pairFigure(pairs);
  const inOrder = in_order.flatMap((part) => inOrderFigure(part, in_order, pair, ceilingBytesPerS) ?? []);
  const best = inOrder.toSorted((a, b) => b.bytesPerS - a.bytesPerS)[0] ?? null;
  return { pair, inOrder, best, ceilingBytesPerS };
}

function inOrderRate(id: string, bytesPerS: number, origin: Origin): Figure {
  const head = { id, name: id, unit: 'bytes_per_s', better: 'higher', direction: 'read', row: null } as const;
  return { ...head, ...intervalOf([bytesPerS]), p99_ns: null, origin };
}

function figuresOfFile(result: PickedFileResult): Figure[] {
  const { pair, inOrder } = pickedFileFigures(result);
  const figures = inOrder.map(({ inFlight, bytesPerS, origin }) =>
    inOrderRate(`in-order-${inFlight}`, bytesPerS, origin),
  );
  if (pair === null) return figures;
  const name = pair.driveNs === null ? 'random-read' : 'drive-time';
  const time = { id: name, name, unit: 'ns', better: 'lower', of_call: true } as const;
  const head = { ...time, direction: 'read', row: null, p99_ns: null } as const;
  return [...figures, { ...head, ...intervalOf([pair.driveNs ?? pair.firstNs]), origin: pair.origin }];
}

/** The faster way of reading in order, and what this browser reaches in memory. */
function detailsOfFile(result: PickedFileResult): Figure[] {
  const { best, ceilingBytesPerS } = pickedFileFigures(result);
  return [
    ...(best ? [inOrderRate('in-order-best', best.bytesPerS, best.origin)] : []),
    ...(ceilingBytesPerS === null ? [] : [inOrderRate('ceiling in-order', ceilingBytesPerS, 'memory')]),
  ];
}

function partOf(part: string, { ops: calls, bytes, busy_ns: ns, elapsed_ns: elapsedNs }: FileReads, workers: number) {
  return partOfPass(part, passOfSpan({ elapsedNs, workers, read: { calls, bytes, ns } }));
}

function iostat({ pairs, in_order }: PickedFileResult): IostatPart[] {
  return [
    ...(pairs ? [...partOf('random-read', pairs.first, 1), ...partOf('random-read again', pairs.again, 1)] : []),
    ...in_order.flatMap(({ in_flight, first, again }) => [
      ...partOf(`in-order-${in_flight}`, first, in_flight),
      ...partOf(`in-order-${in_flight} again`, again, in_flight),
    ]),
  ];
}

export const pickedFileFamily = {
  ...pickedFilePlan,
  needsBrowser: true,
  pickedEngine: 'picked-file',
  boardLayout: pickedFileLayout,
  iostat,
  figures: ({ result }) => figuresOfFile(result),
  details: ({ result }) => detailsOfFile(result),
} satisfies Family<PickedFilePlan, PickedFileResult>;
