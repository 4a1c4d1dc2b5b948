import { byteCount, choices, wholeNumber } from '../../plan/codec.ts';
import { definePlanSide } from '../family.ts';
import type { AppStoragePlan } from './plan-schema.ts';
import { FULL_PLAN, QUICK_PLAN } from './profiles.ts';
import { appStorageSteps, maxBytesWritten } from './schedule.ts';

export { DEFAULT_CONTENDERS } from './profiles.ts';
export {
  IDB_PROBE_STEP_ID,
  loopStepId,
  orderOfLoop,
  RELOAD_STEP_ID,
  survivalStepId,
  tabsStepId,
  workOfWorkload,
} from './schedule.ts';
export * from './workloads.ts';
export * from './contender-ids.ts';
export * from './sizes.ts';

export const appStoragePlanSide = definePlanSide<AppStoragePlan>({
  id: 'app-storage',
  profiles: { quick: QUICK_PLAN, full: FULL_PLAN },
  codec: {
    contenders: choices('contenders'),
    batch_rows: wholeNumber('rows'),
    puts: wholeNumber('puts'),
    point_reads: wholeNumber('reads'),
    blob_bytes: byteCount('blob'),
    loops: wholeNumber('loops'),
    seed: wholeNumber('seed'),
  },
  steps: appStorageSteps,
  bytesWrittenMax: maxBytesWritten,
});
