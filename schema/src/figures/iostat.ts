import type { Pass, Side } from '../documents/pass.ts';
import { decodeSeries } from '../documents/stats.ts';
import { meanInFlight } from './depth.ts';

/** The columns of `iostat -x`, over one span of time. */
export interface IostatRow {
  /** Begin of the span since the pass began, and its length. */
  readonly start_s: number;
  readonly length_s: number;
  readonly r_per_s: number;
  readonly w_per_s: number;
  readonly r_mb_per_s: number;
  readonly w_mb_per_s: number;
  /** Average request size. */
  readonly areq_bytes: number;
  /** Mean latency of the calls that ended in the span; 0 where none did. */
  readonly r_await_us: number;
  readonly w_await_us: number;
  /** Mean number of calls in flight. */
  readonly aqu_sz: number;
  /**
   * Share of time with a call in flight. Exact for one worker. Calls of several overlap, and by how much is not
   * recorded: then this is the most it can have been.
   */
  readonly util_percent: number;
}

interface Flow {
  readonly ops: number;
  readonly bytes: number;
  readonly busyUs: number;
}

const NONE: Flow = { ops: 0, bytes: 0, busyUs: 0 };

function rowOf(startNs: number, lengthNs: number, read: Flow, write: Flow): IostatRow {
  const seconds = lengthNs / 1e9;
  const ops = read.ops + write.ops;
  const queue = meanInFlight(read.busyUs + write.busyUs, lengthNs / 1e3);
  const mean = (sum: number, count: number) => (count > 0 ? sum / count : 0);
  return {
    start_s: startNs / 1e9,
    length_s: seconds,
    r_per_s: read.ops / seconds,
    w_per_s: write.ops / seconds,
    r_mb_per_s: read.bytes / 1e6 / seconds,
    w_mb_per_s: write.bytes / 1e6 / seconds,
    areq_bytes: mean(read.bytes + write.bytes, ops),
    r_await_us: mean(read.busyUs, read.ops),
    w_await_us: mean(write.busyUs, write.ops),
    aqu_sz: queue,
    util_percent: Math.min(100, 100 * queue),
  };
}

function flowsOf(side: Side | undefined): Flow[] {
  if (!side) return [];
  const bytesPerOp = side.ops > 0 ? side.bytes / side.ops : 0;
  const busyUs = decodeSeries(side.series.busy_us);
  return decodeSeries(side.series.ops).map((ops, bin) => ({ ops, bytes: ops * bytesPerOp, busyUs: busyUs[bin] ?? 0 }));
}

function wholeOf(side: Side | undefined): Flow {
  return side ? { ops: side.ops, bytes: side.bytes, busyUs: side.busy_ns / 1e3 } : NONE;
}

/** A pass as a whole, until its last call returned: a closing flush is not a request. */
export function iostatOf(pass: Pass): IostatRow | null {
  return pass.elapsed_ns > 0 ? rowOf(0, pass.elapsed_ns, wholeOf(pass.read), wholeOf(pass.write)) : null;
}

/** A pass bin by bin; the last is as short as what is left of the pass. */
export function iostatBins(pass: Pass): IostatRow[] {
  const read = flowsOf(pass.read);
  const write = flowsOf(pass.write);
  return Array.from({ length: Math.max(read.length, write.length) }, (_, bin) => bin * pass.bin_ns)
    .filter((startNs) => startNs < pass.elapsed_ns)
    .map((startNs, bin) =>
      rowOf(startNs, Math.min(pass.bin_ns, pass.elapsed_ns - startNs), read[bin] ?? NONE, write[bin] ?? NONE),
    );
}
