import type { AppStorageCell, AppStoragePlan } from './schema.ts';
import { ROW_BYTES, SCAN_ROWS } from './sizes.ts';

export type WorkloadId = AppStorageCell['workload'];

/** In the order in which they run. */
export const DIRECTIONS: Readonly<Record<WorkloadId, 'read' | 'write'>> = {
  open: 'read',
  put: 'write',
  'put-batch': 'write',
  read: 'read',
  scan: 'read',
  update: 'write',
  delete: 'write',
  'blob-write': 'write',
  'blob-read': 'read',
};
export const WORKLOAD_IDS = Object.keys(DIRECTIONS) as readonly WorkloadId[];

export interface WorkloadSize {
  /** Times that the page waits for: opens, transactions, or reads. */
  readonly ops: number;
  /** Content that is moved, without what the store adds. */
  readonly bytes: number;
}

/** What one loop of a workload does. */
export function workloadSize(plan: AppStoragePlan, id: WorkloadId): WorkloadSize {
  const { batch_rows: rows, puts, point_reads: reads, blob_bytes } = plan;
  const sizes: Record<WorkloadId, WorkloadSize> = {
    open: { ops: 1, bytes: ROW_BYTES },
    put: { ops: puts, bytes: puts * ROW_BYTES },
    'put-batch': { ops: 1, bytes: rows * ROW_BYTES },
    read: { ops: reads, bytes: reads * ROW_BYTES },
    scan: { ops: rows / SCAN_ROWS, bytes: rows * ROW_BYTES },
    update: { ops: puts, bytes: puts * ROW_BYTES },
    // Nothing is moved: what a store writes to forget a row is its own affair.
    delete: { ops: 1, bytes: 0 },
    'blob-write': { ops: 1, bytes: blob_bytes },
    'blob-read': { ops: 1, bytes: blob_bytes },
  };
  return sizes[id];
}
