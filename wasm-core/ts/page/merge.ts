import {
  decodeHistogram,
  encodeHistogram,
  mergeCounts,
  sum,
  totalCount,
  type Floor,
  type Pass,
  type Side,
} from '@opfsmark/schema/documents';
import type { PassSpec } from '@opfsmark/schema/schedule';
import type { FloorReply, PassReply, RawSide } from '../protocol/messages.ts';

const NO_SERIES = { ops: '', busy_us: '', max_us: '' };

/** The largest; 0 of none. */
const largest = (values: readonly number[]) => Math.max(0, ...values);

/** A worker's side, the width of its bins, and when the first of them began, seen from the first worker's. */
interface Part {
  readonly side: RawSide;
  readonly binNs: number;
  readonly beganNs: number;
}

type Combine = (a: number, b: number) => number;
const add: Combine = (a, b) => a + b;

/** Brings all series to bins of `binNs` (a whole multiple of each one's own) on one time line, and combines them. */
function mergeSeries(parts: readonly Part[], key: keyof RawSide['series'], binNs: number, combine: Combine): number[] {
  const bins: number[] = [];
  for (const { side, binNs: ownBinNs, beganNs } of parts) {
    side.series[key].forEach((value, index) => {
      // The bin that holds the middle of its own.
      const bin = Math.floor((beganNs + (index + 0.5) * ownBinNs) / binNs);
      bins[bin] = combine(bins[bin] ?? 0, value);
    });
  }
  return Array.from(bins, (value) => value ?? 0);
}

const text = (values: readonly number[]) => values.map((value) => Math.round(value)).join(' ');
const textUs = (valuesNs: readonly number[]) => text(valuesNs.map((ns) => ns / 1000));

/** Counts and series are added, largest latencies compared: exact, in any order. */
function mergeSides(parts: readonly Part[], binNs: number): Side {
  const sides = parts.map((part) => part.side);
  const timedSides = sides.filter((side) => totalCount(side.counts) > 0);
  return {
    ops: sum(sides.map((side) => side.ops)),
    bytes: sum(sides.map((side) => side.bytes)),
    short_ops: sum(sides.map((side) => side.short_ops)),
    dropped: sum(sides.map((side) => side.dropped)),
    busy_ns: sum(sides.map((side) => side.busy_ns)),
    min_ns: timedSides.length > 0 ? Math.min(...timedSides.map((side) => side.min_ns)) : 0,
    max_ns: largest(timedSides.map((side) => side.max_ns)),
    histogram: encodeHistogram(mergeCounts(timedSides.map((side) => side.counts))),
    series: {
      ops: text(mergeSeries(parts, 'ops', binNs, add)),
      busy_us: textUs(mergeSeries(parts, 'busyNs', binNs, add)),
      max_us: textUs(mergeSeries(parts, 'maxNs', binNs, Math.max)),
    },
  };
}

function sideOf(replies: readonly PassReply[], direction: 'read' | 'write', binNs: number): Side | undefined {
  const originMs = Math.min(...replies.map(({ beganMs }) => beganMs));
  const parts = replies.flatMap((reply) => {
    const side = reply[direction];
    return side ? [{ side, binNs: reply.binNs, beganNs: (reply.beganMs - originMs) * 1e6 }] : [];
  });
  return parts.length > 0 ? mergeSides(parts, binNs) : undefined;
}

function endedOf(replies: readonly PassReply[]): Pass['ended'] {
  const endings = new Set(replies.map((reply) => reply.ended));
  if (endings.has('stopped')) return 'stopped';
  return endings.has('limit') ? 'limit' : 'visited';
}

/**
 * From the first worker's first call to the last worker's last. Not the longest of their own windows: with more workers
 * than processors those lie partly one after another.
 */
export function commonWindowNs(windows: readonly { readonly beganMs: number; readonly lastedNs: number }[]): number {
  // Relative to one of them before nanoseconds, which a time since 1970 is too large to hold.
  const originMs = Math.min(...windows.map(({ beganMs }) => beganMs));
  return Math.round(Math.max(...windows.map(({ beganMs, lastedNs }) => (beganMs - originMs) * 1e6 + lastedNs)));
}

/** One window from what each worker saw of it. */
export function mergePass(head: PassSpec, replies: readonly PassReply[]): Pass {
  const binNs = largest(replies.map((reply) => reply.binNs));
  const read = sideOf(replies, 'read', binNs);
  const write = sideOf(replies, 'write', binNs);
  const due = replies[0]?.due;
  return {
    kind: head.kind,
    loop: head.loop,
    timing: head.timing,
    ended: endedOf(replies),
    workers: replies.length,
    elapsed_ns: commonWindowNs(replies.map(({ beganMs, elapsedNs }) => ({ beganMs, lastedNs: elapsedNs }))),
    total_ns: commonWindowNs(replies.map(({ beganMs, totalNs }) => ({ beganMs, lastedNs: totalNs }))),
    flush_ns: largest(replies.map((reply) => reply.flushNs)),
    bin_ns: binNs,
    ...(due !== undefined && { due, late_ns: sum(replies.map(({ lateNs = 0 }) => lateNs)) }),
    ...(read && { read }),
    ...(write && { write }),
  };
}

/** The cost of a call with no drive behind it: the quickest worker's, because whatever is above it is waiting. */
export function mergeFloor(blockBytes: number, replies: readonly FloorReply[]): Floor {
  const smallest = (values: readonly number[]) => Math.min(...values);
  const hotRead = mergeSides(
    replies.map((reply) => ({ side: reply.hotRead, binNs: 1, beganNs: 0 })),
    1,
  );
  return {
    block_bytes: blockBytes,
    workers: replies.length,
    // A probe is too short for a course over time.
    hot_read: { ...hotRead, series: NO_SERIES },
    empty_read_ns: smallest(replies.map((reply) => reply.emptyReadNs)),
    get_size_ns: smallest(replies.map((reply) => reply.getSizeNs)),
    clean_flush_ns: smallest(replies.map((reply) => reply.cleanFlushNs)),
  };
}

/** The calls of two passes, one after the other. Their course over time is not kept. */
export function addSides(a: Side | undefined, b: Side): Side {
  const sides = a ? [a, b] : [b];
  // A side without a timed call has no smallest latency: its `min_ns` is 0.
  const timedSides = sides.filter(({ histogram }) => histogram !== '');
  return {
    ops: (a?.ops ?? 0) + b.ops,
    bytes: (a?.bytes ?? 0) + b.bytes,
    short_ops: (a?.short_ops ?? 0) + b.short_ops,
    dropped: (a?.dropped ?? 0) + b.dropped,
    busy_ns: (a?.busy_ns ?? 0) + b.busy_ns,
    min_ns: timedSides.length > 0 ? Math.min(...timedSides.map((side) => side.min_ns)) : 0,
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
