import { byteCount, choices, wholeNumber } from '../../plan/codec.ts';
import { definePlan } from '../family.ts';
import type { AppStoragePlan, AppStorageResult } from './schema.ts';
import { FULL_PLAN, QUICK_PLAN } from './profiles.ts';
import { appStorageSteps, maxBytesWritten } from './schedule.ts';

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
