import type { BoardLayout } from '../../documents/lists.ts';
import type { RecordOf } from '../family.ts';
import type { MatrixPlan } from './plan-schema.ts';
import { changedParameters } from './profiles.ts';
import type { MatrixResult } from './result-schema.ts';

/** Parameters that may be changed without making the numbers another thing. */
const FREE_PARAMETERS = new Set<keyof MatrixPlan>([
  'rows',
  'directions',
  'loops',
  'interval_s',
  'verify',
  'until_stable',
]);

export function matrixLayout({ plan, environment }: RecordOf<MatrixPlan, MatrixResult>): BoardLayout | null {
  const isFree = (key: keyof MatrixPlan) => FREE_PARAMETERS.has(key) || (key === 'cache' && plan.cache === 'as-is');
  if (!changedParameters(plan).every(isFree)) return null;
  if (environment.engine === 'node' || environment.engine === 'node-direct') return environment.engine;
  return environment.engine === 'opfs-sync' ? environment.layout : null;
}
