import {
  CONTENDERS,
  LIBRARIES,
  WORKLOAD_IDS,
  workloadSize,
  type AppStorageCell,
  type AppStoragePlan,
  type AppStorageRow,
  type ContenderId,
} from '@opfsmark/schema/families';
import type { LoopCell } from './loop.ts';

/** Before anything was measured. A row that does not get further was stopped. */
export function emptyRow(contender: ContenderId): AppStorageRow {
  const { version } = LIBRARIES[CONTENDERS[contender].library];
  return { contender, status: 'stopped', version, checksum: '', cells: [], survival: null };
}

/** A row with one more loop of some workloads. */
export function withLoop(row: AppStorageRow, plan: AppStoragePlan, loop: readonly LoopCell[]): AppStorageRow {
  const cells = WORKLOAD_IDS.flatMap((workload): AppStorageCell[] => {
    const before = row.cells.find((cell) => cell.workload === workload);
    const now = loop.find((cell) => cell.workload === workload);
    if (!now) return before ? [before] : [];
    const { elapsedNs, storageNs, flushes } = now;
    return [
      {
        workload,
        ...workloadSize(plan, workload),
        elapsed_ns: [...(before?.elapsed_ns ?? []), elapsedNs],
        storage_ns: storageNs === null ? [] : [...(before?.storage_ns ?? []), storageNs],
        flushes: flushes === null ? null : (before?.flushes ?? 0) + flushes,
      },
    ];
  });
  return { ...row, cells };
}
