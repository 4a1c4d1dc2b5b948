import { boardLayoutOf } from '../boards/record-layout.ts';
import { cellOf, type AppStorageRow, type FamilyRecord, type WorkloadId } from '../families/index.ts';
import { clockQuantumNs } from './environments.ts';
import { isMultiple } from './latencies.ts';
import type { EvidenceReason } from './reasons.ts';

/** A put makes a row of 1 KiB, and a read copies one, through a library. */
const MIN_OPERATION_NS: Readonly<Partial<Record<WorkloadId, number>>> = { put: 2_000, read: 400 };

/** What a run of storage for apps in the standard profile does not show. */
export function appStorageEvidence(record: FamilyRecord<'app-storage'>): EvidenceReason[] {
  const { status, result, environment } = record;
  const quantumNs = clockQuantumNs(environment);
  const done = result.rows.filter((row) => row.status === 'done');
  const times = done.flatMap(({ cells }) => cells.flatMap(({ elapsed_ns }) => elapsed_ns));
  const checks: Partial<Record<EvidenceReason, boolean>> = {
    changed_plan: boardLayoutOf(record) === null,
    // Contenders that cannot run in this browser are none of its jobs.
    missing_jobs: status !== 'done' || done.length === 0,
    copied_passes: hasCopies(done),
    impossible_clock: quantumNs !== null && !times.every((ns) => isMultiple(ns, quantumNs)),
    faster_than_memory: done.some(isFasterThanMemory),
  };
  return (Object.keys(checks) as EvidenceReason[]).filter((reason) => checks[reason]);
}

/** Whether the puts of two contenders took the same time in each loop: with five loops no two do. */
function hasCopies(rows: readonly AppStorageRow[]): boolean {
  const puts = rows.map((row) => (cellOf(row, 'put')?.elapsed_ns ?? []).join(' '));
  return new Set(puts).size < puts.length;
}

function isFasterThanMemory(row: AppStorageRow): boolean {
  return row.cells.some(({ workload, ops, elapsed_ns }) => {
    const minNs = ops * (MIN_OPERATION_NS[workload] ?? 0);
    return elapsed_ns.some((ns) => ns < minNs);
  });
}
