import { decodeHistogram, encodeHistogram, mergeCounts, type Pass, type Side } from '@opfsmark/schema/documents';

const NO_SERIES = { ops: '', busy_us: '', max_us: '' };

/** The calls of two passes, one after the other. Their course over time is not kept. */
export function addSides(a: Side | undefined, b: Side): Side {
  const sides = a ? [a, b] : [b];
  // A side without a timed call has no smallest latency: its `min_ns` is 0.
  const timed = sides.filter(({ histogram }) => histogram !== '');
  return {
    ops: (a?.ops ?? 0) + b.ops,
    bytes: (a?.bytes ?? 0) + b.bytes,
    short_ops: (a?.short_ops ?? 0) + b.short_ops,
    dropped: (a?.dropped ?? 0) + b.dropped,
    busy_ns: (a?.busy_ns ?? 0) + b.busy_ns,
    min_ns: timed.length > 0 ? Math.min(...timed.map((side) => side.min_ns)) : 0,
    max_ns: Math.max(a?.max_ns ?? 0, b.max_ns),
    histogram: encodeHistogram(mergeCounts(sides.map((side) => decodeHistogram(side.histogram) ?? []))),
    series: NO_SERIES,
  };
}

/** Passes of the same workers, one after the other, as one: its window is the sum of theirs. */
export function addPasses(a: Pass | undefined, b: Pass): Pass {
  if (!a) return b;
  const read = b.read ? addSides(a.read, b.read) : a.read;
  const write = b.write ? addSides(a.write, b.write) : a.write;
  return {
    ...a,
    ended: b.ended,
    elapsed_ns: a.elapsed_ns + b.elapsed_ns,
    total_ns: a.total_ns + b.total_ns,
    flush_ns: a.flush_ns + b.flush_ns,
    ...(read && { read }),
    ...(write && { write }),
  };
}
