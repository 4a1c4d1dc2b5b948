import type { Pass, Side } from '../documents/pass.ts';
import { sum } from '../documents/stats.ts';
import { type CallSum } from '../documents/checks.ts';
import { iostatOf, type IostatRow } from '../figures/iostat.ts';

/** One line of the iostat view: a part of the result by its technical name, and the columns of `iostat -x`. */
export interface IostatPart {
  readonly part: string;
  readonly row: IostatRow;
  /** Share of the time spent inside calls to storage, 0..100; where one caller waits for each call. */
  readonly iowait_percent: number | null;
}

interface Span {
  readonly elapsedNs: number;
  readonly workers: number;
  readonly read?: CallSum;
  readonly write?: CallSum;
}

const NO_SERIES = { ops: '', busy_us: '', max_us: '' };

function sideOf({ calls, bytes, ns }: CallSum): Side {
  const noLatency = { short_ops: 0, dropped: 0, min_ns: 0, max_ns: 0, histogram: '', series: NO_SERIES };
  return { ops: calls, bytes, busy_ns: ns, ...noLatency };
}

/** A span of calls as a pass, for parts that are none. */
export function passOfSpan({ elapsedNs, workers, read, write }: Span): Pass {
  const window = { elapsed_ns: elapsedNs, total_ns: elapsedNs, flush_ns: 0, bin_ns: elapsedNs };
  const head = { kind: 'throughput', loop: 1, timing: 'each', ended: 'visited', workers, ...window } as const;
  return { ...head, ...(read && { read: sideOf(read) }), ...(write && { write: sideOf(write) }) };
}

/** A pass as a line of the view; none for one without a duration. */
export function partOfPass(part: string, pass: Pass): IostatPart[] {
  const row = iostatOf(pass);
  if (!row) return [];
  const busyNs = sum([pass.read?.busy_ns ?? 0, pass.write?.busy_ns ?? 0]);
  const share = Math.min(100, (100 * busyNs) / (pass.elapsed_ns * pass.workers));
  return [{ part, row, iowait_percent: share }];
}
