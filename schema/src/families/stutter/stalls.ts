import { sum, type SparseCounts } from '../wire.ts';

/**
 * The table "ms, reads, writes". Bin m counts the calls that took more than m - 1 and up to m milliseconds. The figures
 * that were published with such tables give every call of bin m the time m - 1 ms, the lower edge; so do these
 * functions, because a drive's figures of then and now can only be compared when computed alike. Where the time inside
 * calls was measured to the nanosecond, `measuredStalls` uses that instead.
 */
export interface TableRow {
  readonly ms: number;
  readonly reads: number;
  readonly writes: number;
}

export function tableOf(reads: SparseCounts, writes: SparseCounts): TableRow[] {
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
  /** The same, divided by the total cut to whole tenths of a second, as published; `null` under 100 ms in all. */
  readonly publishedShare: number | null;
}

const PUBLISHED_STEP_MS = 100;

/** Figures of one direction by lower edges; a bin is a stall when its lower edge reaches the threshold. */
export function tableStalls(counts: SparseCounts, thresholdMs: number): Stalls {
  const edges = [...counts].map(([bin, calls]) => ({ ms: bin - 1, calls }));
  return stallsOf(edges.map(({ ms, calls }) => ({ calls, ms: ms * calls, stalled: ms >= thresholdMs })));
}

/**
 * Figures of one direction whose time inside calls is known exactly. Single calls are known to 1 ms, so stalls count at
 * the middle of their bin: at most 0.5 ms off each, and never more than all the time there was.
 */
export function measuredStalls(counts: SparseCounts, busyNs: number, thresholdMs: number): Stalls {
  const bins = [...counts].map(([bin, calls]) => ({ calls, ms: (bin - 0.5) * calls, stalled: bin - 1 >= thresholdMs }));
  const stalled = sum(bins.filter((bin) => bin.stalled).map((bin) => bin.ms));
  const rest = Math.max(0, busyNs / 1e6 - stalled);
  const quickCalls = sum(bins.filter((bin) => !bin.stalled).map((bin) => bin.calls));
  return stallsOf([...bins.filter((bin) => bin.stalled), { calls: quickCalls, ms: rest, stalled: false }]);
}

function stallsOf(groups: readonly { calls: number; ms: number; stalled: boolean }[]): Stalls {
  const slow = groups.filter((group) => group.stalled);
  const calls = sum(groups.map((group) => group.calls));
  const totalMs = sum(groups.map((group) => group.ms));
  const stallCalls = sum(slow.map((group) => group.calls));
  const stallMs = sum(slow.map((group) => group.ms));
  const floored = Math.floor(totalMs / PUBLISHED_STEP_MS) * PUBLISHED_STEP_MS;
  return {
    calls,
    totalMs,
    meanMs: calls === 0 ? null : totalMs / calls,
    stallCalls,
    stallMs,
    stallMeanMs: stallCalls === 0 ? null : stallMs / stallCalls,
    share: totalMs === 0 ? 0 : stallMs / totalMs,
    publishedShare: floored === 0 ? null : stallMs / floored,
  };
}

/** Reads and writes together: counts add up, everything else follows from them. */
export function both(a: SparseCounts, b: SparseCounts): SparseCounts {
  const merged = new Map(a);
  for (const [bin, calls] of b) merged.set(bin, (merged.get(bin) ?? 0) + calls);
  return merged;
}
