import type { Side } from '../../documents/pass.ts';
import { decodeSeries } from '../../documents/stats.ts';
import type { StutterResult } from './schema.ts';

/** One bin of the load. */
export interface LoadBin {
  readonly startS: number;
  readonly lengthS: number;
  /** Calls that ended in it. */
  readonly calls: number;
  /** Longest wait that was under way in it, though it may have ended later; `null` where none is known. */
  readonly readNs: number | null;
  readonly writeNs: number | null;
}

/** Bins in a row with a wait above the threshold. */
export interface StallSpan {
  readonly startS: number;
  readonly endS: number;
  readonly calls: number;
  readonly readNs: number | null;
  readonly writeNs: number | null;
}

/**
 * A call is recorded in the bin in which it ended. It was under way in all bins before that its length reaches back to,
 * even if it ended at the very end of its bin.
 */
function waitsOf(side: Side | undefined, binNs: number): (number | null)[] {
  if (!side) return [];
  const ops = decodeSeries(side.series.ops);
  const waits: (number | null)[] = ops.map(() => null);
  decodeSeries(side.series.max_us).forEach((us, end) => {
    if ((ops[end] ?? 0) === 0) return;
    const ns = us * 1e3;
    const firstBin = Math.max(0, Math.floor(end + 1 - ns / binNs));
    for (let bin = Math.min(firstBin, end); bin <= end; bin++) waits[bin] = Math.max(waits[bin] ?? 0, ns);
  });
  return waits;
}

/** The load bin by bin; empty for a run whose course over time was not recorded. */
export function loadBins({ pass }: StutterResult): LoadBin[] {
  if (!pass) return [];
  const [reads, writes] = [waitsOf(pass.read, pass.bin_ns), waitsOf(pass.write, pass.bin_ns)];
  const [readOps, writeOps] = [pass.read, pass.write].map((side) => decodeSeries(side?.series.ops ?? ''));
  const lengthS = pass.bin_ns / 1e9;
  return Array.from({ length: Math.max(reads.length, writes.length) }, (_, bin) => ({
    startS: bin * lengthS,
    lengthS,
    calls: (readOps?.[bin] ?? 0) + (writeOps?.[bin] ?? 0),
    readNs: reads[bin] ?? null,
    writeNs: writes[bin] ?? null,
  }));
}

const longerWait = (a: number | null, b: number | null) => (a === null ? b : Math.max(a, b ?? 0));

/** When the load stalled, and for how long. */
export function stallSpans(bins: readonly LoadBin[], thresholdMs: number): StallSpan[] {
  const spans: StallSpan[] = [];
  let openSpan: StallSpan | null = null;
  for (const { startS, lengthS, calls, readNs, writeNs } of bins) {
    if (Math.max(readNs ?? 0, writeNs ?? 0) <= thresholdMs * 1e6) {
      openSpan = null;
      continue;
    }
    const endS = startS + lengthS;
    if (openSpan) spans.pop();
    openSpan = openSpan
      ? { startS: openSpan.startS, endS, calls: openSpan.calls + calls, ...longestOf(openSpan, { readNs, writeNs }) }
      : { startS, endS, calls, readNs, writeNs };
    spans.push(openSpan);
  }
  return spans;
}

function longestOf(a: Pick<LoadBin, 'readNs' | 'writeNs'>, b: Pick<LoadBin, 'readNs' | 'writeNs'>) {
  return { readNs: longerWait(a.readNs, b.readNs), writeNs: longerWait(a.writeNs, b.writeNs) };
}
