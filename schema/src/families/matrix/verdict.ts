import type { JobResult } from '../../documents/pass.ts';
import { cacheVerdict, type CacheVerdict } from '../../figures/verdict.ts';
import type { RecordOf } from '../family.ts';
import { matrixFlags } from './flags.ts';
import type { MatrixPlan } from './plan-schema.ts';
import type { MatrixResult } from './result-schema.ts';

/** `cacheVerdict` of a job in its record. Files of a private window are kept in memory, however long a call takes. */
export function verdictInRecord(record: RecordOf<MatrixPlan, MatrixResult>, job: JobResult): CacheVerdict | null {
  const told = cacheVerdict(job, record.result.floors, record.environment.clock_step_ns);
  if (told === null || !matrixFlags(record).some((flag) => flag.code === 'memory_backed')) return told;
  return { verdict: 'cached', share_from_memory: 1, low: 1, high: 1, why: 'split', cut_ns: null };
}
