import { byteCount, choices, wholeNumber } from '../../plan/codec.ts';
import { definePlanSide } from '../family.ts';
import { APP_STORAGE_BOUNDS, AppStoragePlan, FULL_PLAN, QUICK_PLAN, SCAN_ROWS } from './plan-schema.ts';
import { appStorageSteps, maxBytesWritten } from './schedule.ts';

export * from './plan-schema.ts';
export { loopStepId, orderOfLoop, survivalStepId } from './schedule.ts';
export * from './workloads.ts';
export { CONTENDER_IDS, ContenderId } from './contender-ids.ts';

export const appStoragePlanSide = definePlanSide<AppStoragePlan>({
  id: 'app-storage',
  plan: AppStoragePlan,
  profiles: { quick: QUICK_PLAN, full: FULL_PLAN },
  codec: {
    contenders: choices('contenders'),
    batch_rows: wholeNumber('rows', APP_STORAGE_BOUNDS.batch_rows, SCAN_ROWS),
    puts: wholeNumber('puts'),
    point_reads: wholeNumber('reads'),
    blob_bytes: byteCount('blob'),
    loops: wholeNumber('loops'),
    seed: wholeNumber('seed'),
  },
  steps: appStorageSteps,
  bytesWrittenMax: maxBytesWritten,
});
