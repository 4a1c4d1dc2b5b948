import { decodeHistogram, mergeCounts } from '../../documents/histogram.ts';
import type { Figure } from '../../figures/figure.ts';
import { defineFigureSide, type RecordOf } from '../family.ts';
import { partOfPass } from '../iostat-part.ts';
import { sourceOfWrites } from '../flush-witness.ts';
import { stutterFlushes } from './flushes.ts';
import type { StutterPlan, StutterResult } from './schema.ts';
import { type Stalls, type TableRow, measuredStalls, msCountsOf, tableOf } from './stalls.ts';

export interface StutterFigures {
  readonly read: Stalls;
  readonly write: Stalls;
  readonly both: Stalls;
  readonly table: readonly TableRow[];
}

/** What the view shows, at any threshold. */
export function stutterFigures({ pass }: StutterResult, thresholdMs: number): StutterFigures {
  const reads = decodeHistogram(pass?.read?.histogram ?? '') ?? [];
  const writes = decodeHistogram(pass?.write?.histogram ?? '') ?? [];
  const readNs = pass?.read?.busy_ns ?? 0;
  const writeNs = pass?.write?.busy_ns ?? 0;
  return {
    read: measuredStalls(reads, readNs, thresholdMs),
    write: measuredStalls(writes, writeNs, thresholdMs),
    both: measuredStalls(mergeCounts([reads, writes]), readNs + writeNs, thresholdMs),
    table: tableOf(msCountsOf(reads), msCountsOf(writes)),
  };
}

/** The mean wait of a call, and what the calls over the threshold took of all time. */
function stutterSummary(record: RecordOf<StutterPlan, StutterResult>): Figure[] {
  const { result, plan } = record;
  if (!result.pass) return [];
  const { both } = stutterFigures(result, plan.threshold_ms);
  const read_from = plan.flush === 'each' ? sourceOfWrites(record.environment, stutterFlushes(record)) : 'buffered';
  const one = (value: number) => ({ value, low: value, high: value });
  const head = { better: 'lower', p99_ns: null, read_from } as const;
  const longestNs = Math.max(result.pass.read?.max_ns ?? 0, result.pass.write?.max_ns ?? 0);
  return [
    { id: 'longest', name: 'longest', unit: 'ns', ...one(longestNs), ...head },
    { id: 'stalls', name: 'stalls', unit: 'calls', ...one(both.stallCalls), ...head },
    { id: 'stall share', name: 'stall-share', unit: 'share', ...one(both.share), ...head },
    ...(both.meanMs === null
      ? []
      : [{ id: 'mean', name: 'mean', unit: 'ns' as const, ...one(both.meanMs * 1e6), ...head }]),
  ];
}

export const stutterFigureSide = defineFigureSide<StutterPlan, StutterResult>({
  id: 'stutter',
  iostat: ({ pass }) => (pass ? partOfPass('RND4K', pass) : []),
  figures: stutterSummary,
});
