import { bucketValueNs, type Counts, decodeHistogram } from '../../documents/histogram.ts';
import type { Side } from '../../documents/pass.ts';
import { sum } from '../../documents/stats.ts';
import type { Figure } from '../../figures/figure.ts';
import { intervalOf } from '../../figures/loops.ts';
import type { Family, RecordOf } from '../family.ts';
import { partOfPass } from '../iostat-part.ts';
import { originOfWrites } from '../flushes.ts';
import { stutterFlushes, stutterPlan } from './plan.ts';
import type { StutterPlan, StutterResult } from './schema.ts';

/** The table "ms, reads, writes": a row counts the calls that took more than ms - 1 and up to ms milliseconds. */
export interface TableRow {
  readonly ms: number;
  readonly reads: number;
  readonly writes: number;
}

/** Calls by row; rows that are missing are empty. */
type MsCounts = ReadonlyMap<number, number>;

export function tableOf(reads: MsCounts, writes: MsCounts): TableRow[] {
  const bins = [...new Set([...reads.keys(), ...writes.keys()])].toSorted((a, b) => a - b);
  return bins.map((ms) => ({ ms, reads: reads.get(ms) ?? 0, writes: writes.get(ms) ?? 0 }));
}

/** The bin of a call that took this long: 1 for up to 1 ms. */
export function msBinOf(ns: number): number {
  return Math.max(1, Math.ceil(ns / 1e6));
}

export interface Stalls {
  readonly calls: number;
  readonly totalMs: number;
  /** Mean of all calls; `null` without calls. */
  readonly meanMs: number | null;
  readonly stallCalls: number;
  readonly stallMs: number;
  readonly stallMeanMs: number | null;
  /** Time in stalls as a share of the time in all calls, 0..1. */
  readonly share: number;
}

type Timed = Pick<Side, 'histogram' | 'busy_ns' | 'max_ns'>;

/** Calls by their time: a bucket's middle, at most 1/64 off; the longest is exact, and no other is longer. */
function timesOf({ histogram, max_ns }: Timed): { readonly count: number; readonly ms: number }[] {
  const counts = decodeHistogram(histogram) ?? [];
  const last = counts.findLastIndex((count) => count > 0);
  return counts.flatMap((count, bucket) => {
    if (count === 0) return [];
    const ms = Math.min(bucketValueNs(bucket), max_ns) / 1e6;
    return bucket === last
      ? [
          { count: count - 1, ms },
          { count: 1, ms: max_ns / 1e6 },
        ]
      : [{ count, ms }];
  });
}

/** Figures of one direction or of both. Means and totals come from the measured time inside calls, and stalls take no more. */
export function measuredStalls(sides: readonly Timed[], thresholdMs: number): Stalls {
  const times = sides.flatMap(timesOf);
  const stalls = times.filter(({ ms }) => ms > thresholdMs);
  const countOf = (some: typeof times) => sum(some.map(({ count }) => count));
  const [calls, stallCalls] = [countOf(times), countOf(stalls)];
  const totalMs = sum(sides.map(({ busy_ns }) => busy_ns)) / 1e6;
  const stallMs = Math.min(totalMs, sum(stalls.map(({ count, ms }) => count * ms)));
  return {
    ...{ calls, totalMs, stallCalls, stallMs },
    meanMs: calls === 0 ? null : totalMs / calls,
    stallMeanMs: stallCalls === 0 ? null : stallMs / stallCalls,
    share: totalMs === 0 ? 0 : stallMs / totalMs,
  };
}

/** Calls by the row of the table: a row is exact to 1 ms up to 32 ms, and to 1/64 of itself above. */
export function msCountsOf(counts: Counts): MsCounts {
  const bins = new Map<number, number>();
  counts.forEach((calls, bucket) => {
    if (calls === 0) return;
    const bin = msBinOf(bucketValueNs(bucket));
    bins.set(bin, (bins.get(bin) ?? 0) + calls);
  });
  return bins;
}

interface StutterFigures {
  readonly read: Stalls;
  readonly write: Stalls;
  readonly both: Stalls;
  readonly table: readonly TableRow[];
}

/** The figures that the view shows, at any threshold. */
export function stutterFigures({ pass }: StutterResult, thresholdMs: number): StutterFigures {
  const listOf = (side: Side | undefined) => (side ? [side] : []);
  const [reads, writes] = [listOf(pass?.read), listOf(pass?.write)];
  const countsOf = ([side]: readonly Side[]) => msCountsOf(decodeHistogram(side?.histogram ?? '') ?? []);
  return {
    read: measuredStalls(reads, thresholdMs),
    write: measuredStalls(writes, thresholdMs),
    both: measuredStalls([...reads, ...writes], thresholdMs),
    table: tableOf(countsOf(reads), countsOf(writes)),
  };
}

/** The mean wait of a call, and what the calls over the threshold took of all time. */
function stutterSummary(record: RecordOf<StutterPlan, StutterResult>): Figure[] {
  const { result, plan } = record;
  if (!result.pass) return [];
  const { both } = stutterFigures(result, plan.threshold_ms);
  const origin = plan.flush === 'each' ? originOfWrites(record.environment, stutterFlushes(record)) : 'buffered';
  const head = { better: 'lower', direction: 'mix', row: null, p99_ns: null, origin } as const;
  const longestNs = Math.max(result.pass.read?.max_ns ?? 0, result.pass.write?.max_ns ?? 0);
  return [
    { id: 'longest', name: 'longest', unit: 'ns', of_call: true, ...intervalOf([longestNs]), ...head },
    { id: 'stalls', name: 'stalls', unit: 'calls', ...intervalOf([both.stallCalls]), ...head },
    { id: 'stall share', name: 'stall-share', unit: 'share', ...intervalOf([both.share]), ...head },
    ...(both.meanMs === null
      ? []
      : [{ id: 'mean', name: 'mean', unit: 'ns' as const, ...intervalOf([both.meanMs * 1e6]), ...head }]),
  ];
}

export const stutterFamily = {
  ...stutterPlan,
  flushes: stutterFlushes,
  iostat: ({ pass }) => (pass ? partOfPass('RND4K', pass) : []),
  figures: stutterSummary,
} satisfies Family<StutterPlan, StutterResult>;
