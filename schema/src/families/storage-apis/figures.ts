import { bucketValueNs, decodeHistogram, percentileBucket, totalCount } from '../../documents/histogram.ts';
import { formatBytes } from '../../documents/units.ts';
import type { Figure } from '../../figures/figure.ts';
import { intervalOf } from '../../figures/loops.ts';
import { defineFigureSide } from '../family.ts';
import { partOfPass, passOfSpan } from '../iostat-part.ts';
import type { StorageApisPlan } from './plan-schema.ts';
import type { StorageApiCell, StorageApisResult } from './result.ts';

export interface StorageApiFigure {
  readonly bytesPerS: number;
  readonly opsPerS: number;
  readonly p50Ns: number;
  readonly p99Ns: number;
  /** Against OPFS sync handles in the same cell; `null` where those were left out. */
  readonly ratio: number | null;
}

export function storageApiFigure(cell: StorageApiCell, result: StorageApisResult): StorageApiFigure | null {
  const counts = decodeHistogram(cell.histogram) ?? [];
  if (cell.ops === 0 || totalCount(counts) === 0) return null;
  const rate = (of: StorageApiCell) => (of.bytes * 1e9) / of.elapsed_ns;
  const baseline = result.cells.find(
    (other) =>
      other.api === 'opfs-sync' && other.block_bytes === cell.block_bytes && other.direction === cell.direction,
  );
  return {
    bytesPerS: rate(cell),
    opsPerS: (cell.ops * 1e9) / cell.elapsed_ns,
    p50Ns: bucketValueNs(percentileBucket(counts, 0.5)),
    p99Ns: bucketValueNs(percentileBucket(counts, 0.99)),
    ratio: baseline && baseline.ops > 0 ? rate(cell) / rate(baseline) : null,
  };
}

export const storageApisFigureSide = defineFigureSide<StorageApisPlan, StorageApisResult>({
  id: 'storage-apis',
  iostat: ({ cells }) =>
    cells.flatMap(({ api, block_bytes, direction, ops: calls, bytes, busy_ns: ns, elapsed_ns: elapsedNs }) =>
      partOfPass(
        `${api} ${formatBytes(block_bytes)} ${direction}`,
        passOfSpan({ elapsedNs, workers: 1, [direction]: { calls, bytes, ns } }),
      ),
    ),
  figures: ({ result }) =>
    result.cells.flatMap((cell): Figure[] => {
      const figure = storageApiFigure(cell, result);
      if (!figure) return [];
      const id = `${cell.api} ${formatBytes(cell.block_bytes)} ${cell.direction}`;
      // Items that were just written are read from memory.
      const read_from = cell.direction === 'read' ? 'cached' : null;
      const interval = intervalOf([figure.bytesPerS]);
      return [{ id, name: id, unit: 'bytes_per_s', better: 'higher', ...interval, p99_ns: figure.p99Ns, read_from }];
    }),
});
