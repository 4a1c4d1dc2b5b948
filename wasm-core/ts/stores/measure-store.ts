import { cellFigure } from '@opfsmark/schema/families/app-storage/figures';
import { DIRECTIONS, WORKLOAD_IDS, type WorkloadId } from '@opfsmark/schema/families/app-storage/plan';
import { standardPlan } from '@opfsmark/schema/families';
import type { MeasuredValue } from '@opfsmark/schema/figures';
import { emptyRow, expectedChecksum, runLoop, withLoop, WrongContent, type LoopCell } from './loop.ts';
import { WrappedStore, type OwnStore } from './own-store.ts';
import type { WorkSize } from './store.ts';

export type StoreSize = WorkSize;

export interface StoreFigure extends MeasuredValue {
  readonly workload: WorkloadId;
  readonly direction: 'read' | 'write';
}

/** Times per operation in nanoseconds: the median of the loops and its interval. */
export interface StoreReport {
  readonly figures: readonly StoreFigure[];
  readonly checksum: string;
}

/** See `MeasureStore` in api.ts. */
export async function measureOwnStore(store: OwnStore, changes: Partial<StoreSize> = {}): Promise<StoreReport> {
  const plan = { ...standardPlan('app-storage'), ...changes };
  const keys = new Set<number>();
  const open = async () => {
    await store.open();
    return new WrappedStore(store, keys);
  };
  // The rows of the family: whose they are does not matter here.
  let row = emptyRow('opfs-sync');
  let checksum = '';
  for (let loop = 0; loop <= plan.loops; loop++) {
    const cells: LoopCell[] = [];
    checksum = await runLoop({ size: plan, loop, open, count: null, onCell: (cell) => cells.push(cell) });
    if (checksum !== expectedChecksum(plan, loop)) throw new WrongContent('the rows are not those that were put');
    if (loop > 0) row = withLoop(row, plan, cells);
  }
  const figures = WORKLOAD_IDS.flatMap((workload): StoreFigure[] => {
    const figure = cellFigure(row, workload);
    return figure ? [{ workload, direction: DIRECTIONS[workload], ...figure.perOpNs }] : [];
  });
  return { figures, checksum };
}
