import type { AppStorageRow, AppStoragePlan, AppStorageResult } from '../src/families/app-storage/schema.ts';
import { standardPlan } from '../src/families/families.ts';
import { WORKLOAD_IDS, workloadSize, type WorkloadId } from '../src/families/app-storage/plan.ts';
import type { ContenderId } from '../src/families/app-storage/contender-ids.ts';
import type { RunRecord } from '../src/families/checks.ts';
import { makeRecord } from './record.ts';

export const plan: AppStoragePlan = {
  ...standardPlan('app-storage'),
  contenders: ['idb-strict', 'sahpool-wal', 'opfs-sync'],
  loops: 5,
};

/** A row whose every operation takes `ns`, in each loop a little more or less. */
export function rowOf(
  contender: ContenderId,
  ns: number,
  changes: Partial<Record<WorkloadId, number>> = {},
): AppStorageRow {
  const cells = WORKLOAD_IDS.map((workload) => {
    const size = workloadSize(plan, workload);
    const each = changes[workload] ?? ns;
    const elapsed_ns = [0.98, 1.01, 1, 1.02, 0.99].map((factor) => each * size.ops * factor);
    return { workload, ...size, elapsed_ns, storage_ns: elapsed_ns.map((all) => all / 2), flushes: 5 };
  });
  return { contender, status: 'done', version: '', checksum: '0badcafe', cells, survival: null };
}

export const INTACT = { acknowledged: 25, opened: true, lost: 0, torn: 0, damaged: 0 };

export const resultOf = (...rows: AppStorageRow[]): AppStorageResult => ({ family: 'app-storage', rows });
export const recordOf = (result: AppStorageResult): RunRecord => ({
  ...makeRecord(),
  family: 'app-storage',
  plan,
  result,
});
