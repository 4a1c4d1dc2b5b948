import { decodeHistogram, evidentPercentileNs } from '../../documents/histogram.ts';
import type { Figure } from '../../figures/figure.ts';
import { intervalOf } from '../../figures/loops.ts';
import { defineFigureSide } from '../family.ts';
import { partOfPass, passOfSpan, type IostatPart } from '../iostat-part.ts';
import type { InFlight } from './plan.ts';
import type { PickedFilePlan } from './plan-schema.ts';
import type { FileReads, PickedFileResult } from './result.ts';

/** Of reads that were as quick the second time, nothing is the drive's. */
const MIN_DRIVE_SHARE = 0.1;
/** Of a browser's own ceiling: what is faster says more of the browser than of the drive. */
const MAX_CEILING_SHARE = 0.5;

/** A random read in the middle: from the drive, then at once from memory. */
export interface PairFigure {
  readonly firstNs: number;
  readonly againNs: number;
  /** What the drive added; `null` where both took about as long, as of a file that was in memory. */
  readonly driveNs: number | null;
}

export interface InOrderFigure {
  readonly inFlight: InFlight;
  readonly bytesPerS: number;
  /** Of the same slices from memory; `null` where none was read again. */
  readonly againBytesPerS: number | null;
  /** Too near to what this browser reaches at all: the drive may be faster. */
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

function medianOf({ histogram }: FileReads): number | null {
  return evidentPercentileNs(decodeHistogram(histogram) ?? [], 0.5);
}

function pairFigure(pairs: PickedFileResult['pairs']): PairFigure | null {
  const firstNs = pairs ? medianOf(pairs.first) : null;
  const againNs = pairs ? medianOf(pairs.again) : null;
  if (firstNs === null || againNs === null) return null;
  const addedNs = firstNs - againNs;
  return { firstNs, againNs, driveNs: addedNs > againNs * MIN_DRIVE_SHARE ? addedNs : null };
}

export function pickedFileFigures({ pairs, in_order }: PickedFileResult): PickedFileFigures {
  const ceilings = in_order.flatMap(({ again }) => rateOf(again) ?? []);
  const ceilingBytesPerS = ceilings.length === 0 ? null : Math.max(...ceilings);
  const inOrder = in_order.flatMap(({ in_flight, first, again }): InOrderFigure[] => {
    const bytesPerS = rateOf(first);
    if (bytesPerS === null) return [];
    const isAtLeast = ceilingBytesPerS === null || bytesPerS > ceilingBytesPerS * MAX_CEILING_SHARE;
    return [{ inFlight: in_flight, bytesPerS, againBytesPerS: rateOf(again), isAtLeast }];
  });
  const best = inOrder.toSorted((a, b) => b.bytesPerS - a.bytesPerS)[0] ?? null;
  return { pair: pairFigure(pairs), inOrder, best, ceilingBytesPerS };
}

function figuresOfFile(result: PickedFileResult): Figure[] {
  const { pair, inOrder } = pickedFileFigures(result);
  const figures = inOrder.map(({ inFlight, bytesPerS, isAtLeast }): Figure => ({
    id: `in-order-${inFlight}`,
    name: `in-order-${inFlight}`,
    unit: 'bytes_per_s',
    better: 'higher',
    ...intervalOf([bytesPerS]),
    p99_ns: null,
    read_from: isAtLeast ? 'unknown' : 'drive',
  }));
  if (pair === null) return figures;
  const name = pair.driveNs === null ? 'random-read' : 'drive-time';
  const head = { id: name, name, unit: 'ns', better: 'lower', p99_ns: null } as const;
  const read_from = pair.driveNs === null ? 'unknown' : 'drive';
  return [...figures, { ...head, ...intervalOf([pair.driveNs ?? pair.firstNs]), read_from }];
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

export const pickedFileFigureSide = defineFigureSide<PickedFilePlan, PickedFileResult>({
  id: 'picked-file',
  iostat,
  figures: ({ result }) => figuresOfFile(result),
});
