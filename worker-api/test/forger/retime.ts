import {
  bucketOf,
  bucketValueNs,
  decodeHistogram,
  emptyCounts,
  encodeHistogram,
  type Pass,
  type Side,
} from '@opfsmark/schema/documents';

/** How a forger who knows every identity changes the speed of calls. */
export interface Retiming {
  /** Everything is this many times as fast. */
  readonly factor: number;
  /** Latencies stay multiples of it, as the browser's clock has them; 0 for none. */
  readonly stepNs: number;
}

const numbersOf = (text: string) => (text === '' ? [] : text.split(' ').map(Number));

/** Whole numbers in the same proportions, with this sum. */
function scaledTo(values: readonly number[], total: number): number[] {
  const before = values.reduce((sum, n) => sum + n, 0);
  if (values.length === 0) return [];
  const scaledValues = values.map((n) => (before > 0 ? Math.floor((n * total) / before) : 0));
  const remainder = total - scaledValues.reduce((sum, n) => sum + n, 0);
  const largestIndex = scaledValues.indexOf(Math.max(...scaledValues));
  return scaledValues.map((n, i) => (i === largestIndex ? n + remainder : n));
}

/** A side with other times and `ops` calls, whose every identity holds again. */
export function retimeSide(side: Side, blockBytes: number, ops: number, { factor, stepNs }: Retiming): void {
  const quantize = (ns: number) => (stepNs > 0 ? Math.round(ns / stepNs) * stepNs : Math.round(ns));
  if (side.histogram === '') {
    side.busy_ns = quantize((side.busy_ns / Math.max(1, side.ops) / factor) * ops);
  } else {
    const filledBins = (decodeHistogram(side.histogram) ?? []).flatMap((n, bucket) => (n > 0 ? [{ n, bucket }] : []));
    const numbers = scaledTo(
      filledBins.map(({ n }) => n),
      ops,
    );
    const counts = emptyCounts();
    let [busyNs, minNs, maxNs] = [0, Infinity, 0];
    filledBins.forEach(({ bucket }, i) => {
      const n = numbers[i] ?? 0;
      if (n === 0) return;
      const ns = quantize(bucketValueNs(bucket) / factor);
      counts[bucketOf(ns)] = (counts[bucketOf(ns)] ?? 0) + n;
      [busyNs, minNs, maxNs] = [busyNs + n * ns, Math.min(minNs, ns), Math.max(maxNs, ns)];
    });
    side.histogram = encodeHistogram(counts);
    Object.assign(side, { busy_ns: busyNs, min_ns: Number.isFinite(minNs) ? minNs : 0, max_ns: maxNs });
  }
  side.ops = ops;
  side.bytes = ops * blockBytes;
  retimeSeries(side, factor);
}

function retimeSeries(side: Side, factor: number): void {
  const bins = numbersOf(side.series.ops);
  if (bins.length === 0) return;
  const longestUs = Math.round(side.max_ns / 1e3);
  const binMaxUs = numbersOf(side.series.max_us).map((us) => Math.min(longestUs, Math.round(us / factor)));
  binMaxUs[0] = longestUs;
  side.series = {
    ops: scaledTo(bins, side.ops).join(' '),
    busy_us: scaledTo(numbersOf(side.series.busy_us), Math.round(side.busy_ns / 1e3)).join(' '),
    max_us: binMaxUs.join(' '),
  };
}

/**
 * A pass that is faster, as a run on a faster drive would have it: what its limit ended makes more calls, until the file
 * has been visited.
 */
export function retimePass(pass: Pass, blockBytes: number, maxOps: number, limitNs: number, retiming: Retiming): void {
  const sides = [pass.read, pass.write].filter((side) => side !== undefined);
  const before = sides.reduce((sum, side) => sum + side.ops, 0);
  const busyBefore = sides.reduce((sum, side) => sum + side.busy_ns, 0);
  const depth = busyBefore / Math.max(1, pass.elapsed_ns);
  const wantedOps = pass.ended === 'limit' ? Math.ceil(before * retiming.factor) : before;
  const share = Math.min(wantedOps, maxOps) / Math.max(1, before);
  for (const side of sides) retimeSide(side, blockBytes, Math.max(1, Math.round(side.ops * share)), retiming);
  const busyNs = sides.reduce((sum, side) => sum + side.busy_ns, 0);
  const ops = sides.reduce((sum, side) => sum + side.ops, 0);
  const flushNs = (pass.total_ns - pass.elapsed_ns) / retiming.factor;
  const isWhole = ops >= maxOps;
  pass.ended = isWhole ? 'visited' : pass.ended;
  const spentNs = Math.ceil(pass.workers === 1 ? busyNs : busyNs / Math.max(depth, 1e-3));
  pass.elapsed_ns = pass.ended === 'limit' ? Math.max(spentNs, limitNs) : Math.max(1, spentNs);
  pass.total_ns = pass.elapsed_ns + Math.round(flushNs);
  pass.flush_ns = Math.min(pass.total_ns, Math.round(pass.flush_ns / retiming.factor));
  const bins = Math.max(...sides.map((side) => numbersOf(side.series.ops).length), 1);
  pass.bin_ns = Math.min(pass.bin_ns, Math.max(1, Math.ceil(pass.total_ns / bins)));
}
