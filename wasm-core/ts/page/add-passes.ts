import { decodeHistogram, encodeHistogram, mergeCounts, type Pass, type Side } from '@opfsmark/schema/documents';

const NO_SERIES = { ops: '', busy_us: '', max_us: '' };

/** The calls of two passes, one after the other. Their course over time is not kept. */
export function addSides(a: Side | undefined, b: Side): Side {
  const counts = [a?.histogram ?? '', b.histogram].map((text) => decodeHistogram(text) ?? []);
  return {
    ops: (a?.ops ?? 0) + b.ops,
    bytes: (a?.bytes ?? 0) + b.bytes,
    short_ops: (a?.short_ops ?? 0) + b.short_ops,
    dropped: (a?.dropped ?? 0) + b.dropped,
    busy_ns: (a?.busy_ns ?? 0) + b.busy_ns,
    min_ns: Math.min(a?.min_ns ?? b.min_ns, b.min_ns),
    max_ns: Math.max(a?.max_ns ?? 0, b.max_ns),
    histogram: encodeHistogram(mergeCounts(counts)),
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
