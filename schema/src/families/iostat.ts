import { iostatOf, type IostatRow } from '../iostat.ts';
import { rowName } from '../plan.ts';
import type { Pass, Side } from '../result.ts';
import { formatBytes } from '../units.ts';
import { DURABILITY_MODES } from './durability/index.ts';
import type { FamilyResult } from './record.ts';
import { decodeSeries, sum, type CallSum } from './wire.ts';

/** One line of the iostat view: a part of the result by its technical name, and the columns of `iostat -x`. */
export interface IostatPart {
  readonly part: string;
  readonly row: IostatRow;
  /** Time in calls to storage and outside them, 0..100; where one caller waits for each call. */
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

function passOf({ elapsedNs, workers, read, write }: Span): Pass {
  const window = { elapsed_ns: elapsedNs, total_ns: elapsedNs, flush_ns: 0, bin_ns: elapsedNs };
  const head = { kind: 'throughput', loop: 1, timing: 'each', ended: 'visited', workers, ...window } as const;
  return { ...head, ...(read && { read: sideOf(read) }), ...(write && { write: sideOf(write) }) };
}

function partOf(part: string, pass: Pass): IostatPart[] {
  const row = iostatOf(pass);
  if (!row) return [];
  const busyNs = (pass.read?.busy_ns ?? 0) + (pass.write?.busy_ns ?? 0);
  const share = Math.min(100, (100 * busyNs) / (pass.elapsed_ns * pass.workers));
  return [{ part, row, iowait_percent: share }];
}

/** What `iostat -x` would have shown, for every part of a result. */
export function familyIostat(result: FamilyResult): IostatPart[] {
  switch (result.family) {
    case 'stutter':
      return result.pass ? partOf('RND4K', result.pass) : [];
    case 'block-sweep':
    case 'queue-sweep':
      return result.jobs.flatMap(({ row, direction, passes }) =>
        passes.filter(({ loop }) => loop > 0).flatMap((pass) => partOf(`${rowName(row)} ${direction}`, pass)),
      );
    case 'durability':
      return DURABILITY_MODES.flatMap((mode) => result[mode].flatMap((pass) => partOf(`${mode} ${pass.loop}`, pass)));
    case 'sustained': {
      if (!result.write) return [];
      const elapsedNs = sum(decodeSeries(result.elapsed_us)) * 1e3;
      const { ops: calls, bytes, busy_ns: ns } = result.write;
      return partOf('SEQ1M', passOf({ elapsedNs, workers: result.workers, write: { calls, bytes, ns } }));
    }
    case 'small-files':
      return result.cases.flatMap(({ id, in_flight, create_us, copy_us, read, write }) => {
        const elapsedNs = sum([...decodeSeries(create_us), ...decodeSeries(copy_us)]) * 1e3;
        return partOf(id, passOf({ elapsedNs, workers: in_flight, read, write }));
      });
    case 'database':
      return result.phases.flatMap(({ id, elapsed_ns, read, write, sync, other }) => {
        // Flushes and the journal's life are part of writing.
        const all = { ...write, ns: write.ns + sync.ns + other.ns };
        return partOf(id, passOf({ elapsedNs: elapsed_ns, workers: 1, read, write: all }));
      });
    case 'storage-apis':
      return result.cells.flatMap(({ api, block_bytes, direction, ops: calls, bytes, busy_ns: ns, elapsed_ns }) => {
        const span = { elapsedNs: elapsed_ns, workers: 1, [direction]: { calls, bytes, ns } };
        return partOf(`${api} ${formatBytes(block_bytes)} ${direction}`, passOf(span));
      });
    case 'picked-folder':
      return result.cells.flatMap(({ place, step, ops: calls, bytes, elapsed_ns }) => {
        if (bytes === 0) return [];
        const direction = step === 'write' || step === 'create' ? 'write' : 'read';
        const span = { elapsedNs: elapsed_ns, workers: 1, [direction]: { calls, bytes, ns: elapsed_ns } };
        return partOf(`${place} ${step}`, passOf(span));
      });
    default:
      return result satisfies never;
  }
}
