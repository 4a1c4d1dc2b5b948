import { KIB, MIB } from '../documents/units.ts';
import { BLOCK_BYTES, CELL_BYTES, CELLS_PER_BLOCK } from './blocks.ts';
import type { Journal } from './journal.ts';

/** Blocks that stand a little beside their place were put there by a file system: no drive is that small. */
const MIN_PERIOD_BYTES = 16 * MIB;
/** Inside of a file little stands between blocks. */
const EXACT_BYTES = 256 * KIB;
/** Files lie in another order than they were written, with something between them: that moves distances by a share of the period. */
const DRIFT_SHARE = 0.02;
/** A drive that is smaller than a file shows its period in many files. */
const MIN_EXPLAINED = 0.15;
/** What came back is about one period: file systems take room of their own, and a cache may hold more. */
const KEPT_SHARE = 0.05;
const MAX_VALUES = { distances: 64, gaps: 256 } as const;

/** Distances that differ by nothing that matters, and how many there are of it. */
interface Cluster {
  readonly bytes: number;
  readonly count: number;
}

function merge(parts: readonly Cluster[], widthBytes: number): Cluster[] {
  const clusters = new Map<number, Cluster>();
  for (const { bytes, count } of parts) {
    const key = Math.round(bytes / widthBytes);
    const known = clusters.get(key) ?? { bytes, count: 0 };
    clusters.set(key, { bytes: known.bytes, count: known.count + count });
  }
  return [...clusters.values()];
}

/** Where there are very many, those of a wider range are one. */
function clustersOf(distances: readonly number[], widthBytes = EXACT_BYTES): Cluster[] {
  const clusters = merge(
    distances.map((bytes) => ({ bytes, count: 1 })),
    widthBytes,
  );
  return clusters.length > MAX_VALUES.distances ? clustersOf(distances, 2 * widthBytes) : clusters;
}

/** The candidate that more of all are multiples of than chance has it; the nearer to one, the more it counts. */
function bestOf(
  candidates: readonly number[],
  all: readonly Cluster[],
  scaleOf: (period: number) => number,
  weightOf: (period: number) => number,
): { readonly period: number; readonly score: number } | null {
  const total = all.reduce((sum, { count }) => sum + count, 0);
  let best: ReturnType<typeof bestOf> = null;
  for (const period of candidates) {
    if (period < MIN_PERIOD_BYTES) continue;
    const scale = scaleOf(period);
    const near = all.reduce((sum, { bytes, count }) => {
      const off = Math.abs(bytes - Math.max(1, Math.round(bytes / period)) * period);
      return sum + count / (1 + (off / scale) ** 2);
    }, 0);
    const share = near / total - ((2 * scale) / period) * Math.atan(period / (2 * scale));
    const score = share * weightOf(period);
    if (score > (best?.score ?? 0)) best = { period, score };
  }
  return best;
}

type FilesKey = (own: number, other: number) => string;

/** Blocks of one file at whose places are blocks of one other: however the file system laid the two, they differ by whole periods. */
const bothFiles: FilesKey = (own, other) => `${own} ${other}`;
/** Blocks of any file: most of these lie as they were written, beside each other or a period apart. */
const otherFile: FilesKey = (_, other) => `${other}`;

/** How much distances differ between blocks of the same files, the most frequent first. */
function gapsBetween({ files, distances }: Pick<Journal, 'files' | 'distances'>, keyOf: FilesKey): Cluster[] {
  let end = 0;
  const ends = files.map(({ written, reserved }) => (end += written + reserved));
  const fileOf = (block: number) => ends.findIndex((blocks) => block < blocks);
  const groups = new Map<string, number[]>();
  for (const [block, cells] of distances) {
    const [own, other] = [fileOf(block), fileOf(block + Math.round(cells / CELLS_PER_BLOCK))];
    const key = keyOf(own, other);
    const known = groups.get(key) ?? (own === other ? [0] : []);
    known.push(cells * CELL_BYTES);
    groups.set(key, known);
  }
  const gaps = [...groups.values()].flatMap((group) =>
    clustersOf(group).flatMap((one, index, all) =>
      all
        .slice(0, index)
        .map((other) => ({ bytes: Math.abs(one.bytes - other.bytes), count: Math.min(one.count, other.count) })),
    ),
  );
  return merge(
    gaps.filter(({ bytes }) => bytes >= MIN_PERIOD_BYTES),
    EXACT_BYTES,
  )
    .toSorted((a, b) => b.count - a.count)
    .slice(0, MAX_VALUES.gaps);
}

/** What came back, where all was read. */
function keptBytesOf({ isQuick, states }: Pick<Journal, 'isQuick' | 'states'>): number | null {
  const keptBytes = states.filter((state) => state === 'i' || state === 'm').length * BLOCK_BYTES;
  return isQuick || keptBytes === 0 || states.includes('w') ? null : keptBytes;
}

/**
 * The bytes between one writing and the next on the same place, where a drive begins anew from its front; `null` where what was
 * found in others' places does not say so.
 */
export function periodOf(journal: Pick<Journal, 'files' | 'distances' | 'isQuick' | 'states'>): number | null {
  const distances = journal.distances
    .map(([, cells]) => Math.abs(cells * CELL_BYTES))
    .filter((bytes) => bytes >= MIN_PERIOD_BYTES);
  if (distances.length < 2) return null;
  const keptBytes = keptBytesOf(journal);
  /** How well a drive of so many bytes would give back what came back: a place holds one block, so it gives back no more. */
  const weightOf = (bytes: number) => {
    const share = keptBytes === null ? 0 : (bytes / keptBytes - 1) / KEPT_SHARE;
    return share < -1 ? 0 : 1 / (1 + share ** 2);
  };
  for (const keyOf of [bothFiles, otherFile]) {
    const gaps = gapsBetween(journal, keyOf);
    const periods = gaps.map(({ bytes }) => bytes);
    const best = bestOf(periods, gaps, () => EXACT_BYTES, weightOf);
    if (best !== null && best.score >= MIN_EXPLAINED) return best.period;
  }
  const clusters = clustersOf(distances).toSorted((a, b) => a.bytes - b.bytes);
  // None may be one period away. Where all was read, each is about as many as what came back goes into it.
  const steps = clusters.flatMap(({ bytes }, index) => [
    bytes,
    bytes - (clusters[index - 1]?.bytes ?? 0),
    ...(keptBytes === null ? [] : [bytes / Math.max(1, Math.round(bytes / keptBytes))]),
  ]);
  return bestOf(steps, clusters, (period) => DRIFT_SHARE * period, weightOf)?.period ?? null;
}
