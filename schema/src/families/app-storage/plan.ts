import type { BoardLayout } from '../../documents/lists.ts';
import { byteCount, choices, wholeNumber } from '../../plan/codec.ts';
import { definePlan, type RecordOf } from '../family.ts';
import { changesOnly } from '../plan-by.ts';
import type { AppStoragePlan, AppStorageResult } from './schema.ts';
import { FULL_PLAN, QUICK_PLAN } from './profiles.ts';
import { appStorageSteps, maxBytesWritten } from './schedule.ts';

/** Another profile puts and reads more, so that its stores are larger and write back at other moments. */
export function appStorageLayout({
  plan,
  environment,
}: RecordOf<AppStoragePlan, AppStorageResult>): BoardLayout | null {
  const isSameWork = plan.profile === 'quick' && changesOnly(appStoragePlan, plan, ['contenders']);
  return isSameWork && environment.engine === 'opfs-sync' ? 'app-storage' : null;
}

export const appStoragePlan = definePlan<AppStoragePlan, AppStorageResult>({
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
  emptyResult: () => ({ family: 'app-storage', rows: [] }),
});
